import { useQueryClient } from '@tanstack/react-query'
import type { NotificationGroup } from '../../schema/triggers/notification.ts'
import { readExistingPage } from '../api/http/existing-page.ts'
import {
  deleteNotification,
  deleteNotificationEvent,
  markNotification,
  readAllNotifications,
  readNotification,
  readNotifications,
} from '../api/notifications.ts'
import { useAction } from '../components/use-action.ts'
import { useRead } from '../state/use-read.ts'
import { notificationTexts as texts } from '../texts/notifications.ts'
import type { NotificationsState } from './notifications-address.ts'
import { notificationsKey } from './use-notification-counts.ts'

const pageSize = 50

/** The groups of the inbox, the open group, and actions on them. */
export function useNotifications({ show, text, trigger, page, open }: NotificationsState) {
  const client = useQueryClient()
  const query = { isUnread: show === 'unread', text, trigger, page, pageSize }
  const list = useRead(
    [notificationsKey, 'list', query],
    signal => readExistingPage(page, page => readNotifications({ ...query, page }, signal)),
    { keepsPrevious: true },
  )
  const isListed = list.data?.objects.some(({ id }) => id === open)
  const offPage = useRead([notificationsKey, 'one', open], signal => readNotification(open ?? 0, signal), {
    enabled: open !== undefined && isListed === false,
    keepsPrevious: true,
  })
  const refresh = () => client.invalidateQueries({ queryKey: [notificationsKey] })
  const { act } = useAction(notificationsKey)
  return {
    page: list.data,
    isStale: list.isStale,
    error: list.error ?? undefined,
    retry: () => void refresh(),
    /** The open group if it is not on this page of the list; while that is read, the previous one. */
    offPage: offPage.data,
    mark: (group: NotificationGroup, isRead: boolean) =>
      act(
        () => markNotification(group.id, isRead),
        changed => {
          client.setQueryData([notificationsKey, 'one', changed.id], changed)
          return isRead ? texts.marked(changed.name) : texts.markedUnread(changed.name)
        },
      ),
    readAll: () => act(readAllNotifications, texts.allRead),
    remove: ({ id, name }: NotificationGroup) =>
      act(
        () => deleteNotification(id),
        () => {
          client.removeQueries({ queryKey: [notificationsKey, 'one', id] })
          return texts.deleted(name)
        },
      ),
    removeEntry: (group: NotificationGroup, entry: number) =>
      act(() => deleteNotificationEvent(group.id, entry), texts.deletedEntry),
  }
}
export type NotificationChanges = Pick<ReturnType<typeof useNotifications>, 'mark' | 'remove' | 'removeEntry'>
