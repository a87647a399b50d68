import { exactNumber, shortNumber } from '../../charts/number-text.ts'
import { Icon } from '../components/Icon.tsx'
import { followLink, useLocation } from '../state/location.ts'
import { shellTexts } from '../texts/shell.ts'
import { useNotificationCounts } from './use-notification-counts.ts'
import '../styles/notification-badge.css'

/** The way to the inbox in the top bar, with how much is unread. */
export function NotificationBadge() {
  const { path } = useLocation()
  const counts = useNotificationCounts()
  const unread = counts?.unread_count ?? 0
  const label = shellTexts.notifications(unread, exactNumber(unread))
  return (
    <a
      className="button quiet icon notification-badge"
      href="/notifications"
      onClick={followLink}
      aria-label={label}
      title={label}
      aria-current={path === '/notifications' ? 'page' : undefined}
    >
      <Icon name="bell" />
      {unread > 0 && <span className="number">{shortNumber(unread)}</span>}
    </a>
  )
}
