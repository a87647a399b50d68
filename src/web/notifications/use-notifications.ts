import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationGroup } from '../../schema/triggers/notification.ts'
import { errorText } from '../api/http/api-error.ts'
import {
  deleteNotification,
  deleteNotificationEvent,
  markNotification,
  readAllNotifications,
  readNotification,
  readNotifications,
} from '../api/notifications.ts'
import { showToast } from '../components/toast.tsx'
import { notificationTexts as texts } from '../texts/notifications.ts'
import type { NotificationsState } from './notifications-address.ts'
import { notificationsKey } from './use-notification-counts.ts'

const pageSize = 50

/** The groups of the inbox, the open group, and actions on them. */
export function useNotifications({ show, text, trigger, page, open }: NotificationsState) {
  const client = useQueryClient()
  const asked = { isUnread: show === 'unread', text, trigger, page, pageSize }
  const list = useQuery({
    queryKey: [notificationsKey, 'list', asked],
    queryFn: ({ signal }) => readNotifications(asked, signal),
    placeholderData: keepPreviousData,
  })
  const isListed = list.data?.objects.some(({ id }) => id === open)
  const one = useQuery({
    queryKey: [notificationsKey, 'one', open],
    queryFn: ({ signal }) => readNotification(open ?? 0, signal),
    enabled: open !== undefined && isListed === false,
    placeholderData: keepPreviousData,
  })
  const refresh = () => client.invalidateQueries({ queryKey: [notificationsKey] })
  const common = { onError: (error: unknown) => showToast(errorText(error)), onSettled: refresh }
  const mark = useMutation({
    ...common,
    mutationFn: ({ group, isRead }: { group: NotificationGroup; isRead: boolean }) =>
      markNotification(group.id, isRead),
    onSuccess: (changed, { isRead }) => {
      client.setQueryData([notificationsKey, 'one', changed.id], changed)
      showToast(isRead ? texts.marked(changed.name) : texts.markedUnread(changed.name))
    },
  })
  const readAll = useMutation({
    ...common,
    mutationFn: readAllNotifications,
    onSuccess: () => showToast(texts.allRead),
  })
  const remove = useMutation({
    ...common,
    mutationFn: ({ id }: NotificationGroup) => deleteNotification(id),
    onSuccess: (_, { name, id }) => {
      client.removeQueries({ queryKey: [notificationsKey, 'one', id] })
      showToast(texts.deleted(name))
    },
  })
  const removeEntry = useMutation({
    ...common,
    mutationFn: ({ group, entry }: { group: NotificationGroup; entry: number }) =>
      deleteNotificationEvent(group.id, entry),
    onSuccess: () => showToast(texts.deletedEntry),
  })
  return {
    page: list.data,
    isStale: list.isPlaceholderData,
    error: list.error ?? undefined,
    retry: () => void refresh(),
    one: one.data,
    mark: (group: NotificationGroup, isRead: boolean) => mark.mutate({ group, isRead }),
    readAll: () => readAll.mutate(),
    remove: (group: NotificationGroup) => remove.mutate(group),
    removeEntry: (group: NotificationGroup, entry: number) => removeEntry.mutate({ group, entry }),
  }
}
export type NotificationChanges = Pick<ReturnType<typeof useNotifications>, 'mark' | 'remove' | 'removeEntry'>
