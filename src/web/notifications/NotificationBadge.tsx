import { exactNumber, shortNumber } from '../../charts/number-text.ts'
import { Icon } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import { useLocation } from '../state/location.ts'
import { shellTexts } from '../texts/shell.ts'
import { useNotificationCounts } from './use-notification-counts.ts'
import './notification-badge.css'

/** Link to the inbox in the top bar, with the number of unread groups. */
export function NotificationBadge() {
  const { path } = useLocation()
  const counts = useNotificationCounts()
  // Counts triggers with unread matches, since one trigger may have hundreds of matches.
  const unread = counts?.unread_groups ?? 0
  const label = shellTexts.notifications(unread, exactNumber(unread))
  const matches = counts?.unread_count ?? 0
  return (
    <Link
      className="button quiet icon notification-badge"
      href="/notifications"
      aria-label={label}
      title={unread > 0 ? shellTexts.notificationMatches(label, matches, exactNumber(matches)) : label}
      aria-current={path === '/notifications' ? 'page' : undefined}
    >
      <Icon name="bell" />
      {unread > 0 && <span className="number">{shortNumber(unread)}</span>}
    </Link>
  )
}
