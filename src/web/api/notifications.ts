import type {
  NotificationCounts,
  NotificationEvent,
  NotificationGroup,
} from '../../schema/triggers/notification.ts'
import { addressWith } from './address-with.ts'
import { type ListPage, request } from './http/request.ts'

/** Filter and page of the list of notification groups. */
export interface NotificationListOptions {
  /** Lists only groups with unread entries. */
  isUnread: boolean
  text: string
  /** Id of a trigger. */
  trigger: number | undefined
  /** From 1. */
  page: number
  pageSize: number
}

export function readNotifications(
  { isUnread, pageSize, ...query }: NotificationListOptions,
  signal: AbortSignal,
): Promise<ListPage<NotificationGroup>> {
  const parameters = {
    ...query,
    unread: isUnread || undefined,
    page_size: pageSize,
    ordering: '-last_issued',
  }
  return request(addressWith('/api/notifications', parameters), { signal })
}

export function readNotification(id: number, signal: AbortSignal): Promise<NotificationGroup> {
  return request(`/api/notifications/${id}`, { signal })
}

export function readNotificationEvents(
  id: number,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<ListPage<NotificationEvent>> {
  return request(`/api/notifications/${id}/events?page=${page}&page_size=${pageSize}`, { signal })
}

/** Marks all entries of a group as read, or the newest one as unread. */
export function markNotification(id: number, isRead: boolean): Promise<NotificationGroup> {
  return request(`/api/notifications/${id}`, { method: 'PATCH', body: { read_flag: isRead } })
}

/** Marks everything that the user sees as read. */
export function readAllNotifications(): Promise<NotificationCounts> {
  return request('/api/notifications/read', { method: 'POST', body: {} })
}

export function deleteNotification(id: number): Promise<void> {
  return request(`/api/notifications/${id}`, { method: 'DELETE' })
}

export function deleteNotificationEvent(id: number, entry: number): Promise<void> {
  return request(`/api/notifications/${id}/events/${entry}`, { method: 'DELETE' })
}

export function readNotificationCounts(signal: AbortSignal): Promise<NotificationCounts> {
  return request('/api/notifications-counts', { signal })
}
