import { useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'
import type { NotificationCounts } from '../../schema/triggers/notification.ts'
import { readNotificationCounts } from '../api/notifications.ts'
import { LiveContext, useConnectionState } from '../live/use-live-query.ts'
import { useRead } from '../state/use-read.ts'

export const notificationsKey = 'notifications'
const countsKey = [notificationsKey, 'counts']
/** Polling interval without the live connection. */
const pollMs = 30_000

/** Live counts of notifications. Each live change also reads the displayed notifications again. */
export function useNotificationCounts(): NotificationCounts | undefined {
  const client = useQueryClient()
  const connection = useContext(LiveContext)
  const isLive = useConnectionState() === 'open'
  const { data } = useRead(countsKey, readNotificationCounts, { refetchInterval: isLive ? false : pollMs })
  useEffect(
    () =>
      connection.watchNotifications(counts => {
        const before = client.getQueryData<NotificationCounts>(countsKey)
        client.setQueryData(countsKey, counts)
        if (before?.changed_at === counts.changed_at && before.unread_count === counts.unread_count) return
        for (const part of ['list', 'one', 'events'])
          void client.invalidateQueries({ queryKey: [notificationsKey, part] })
      }),
    [client, connection],
  )
  return data
}
