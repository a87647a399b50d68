import { lazy, Suspense } from 'react'
import { useHasPermission } from '../state/session.ts'

const NotificationBadge = lazy(async () => ({
  default: (await import('../notifications/NotificationBadge.tsx')).NotificationBadge,
}))

/** Place of the unread notifications in the top bar, for users who may read them. */
export function NotificationSlot() {
  if (!useHasPermission('notifications')) return null
  return (
    <span className="bar-bell">
      <Suspense>
        <NotificationBadge />
      </Suspense>
    </span>
  )
}
