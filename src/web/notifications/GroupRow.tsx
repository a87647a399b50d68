import { exactNumber, shortNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { agoText, momentText } from '../../charts/time-text.ts'
import type { NotificationGroup } from '../../schema/triggers/notification.ts'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Link } from '../components/Link.tsx'
import { useZone } from '../state/preferences.ts'
import { notificationTexts as texts } from '../texts/notifications.ts'
import { filterText } from '../triggers/links/describe.ts'
import type { NotificationChanges } from './use-notifications.ts'

interface Props {
  group: NotificationGroup
  now: number
  isOpen: boolean
  address: string
  changes: NotificationChanges
}

/** The notifications of one trigger, as a row of the inbox. */
export function GroupRow({ group, now, isOpen, address, changes }: Props) {
  const zone = useZone()
  const { id, read_flag, unread_count, all_count, last_issued, escalated_at, trigger } = group
  const name = printable(group.name)
  return (
    <li
      data-group={id}
      className={`inbox-group row hover-row${read_flag ? '' : ' unread'}${isOpen ? ' open' : ''}`}
    >
      <Link href={address} aria-current={isOpen ? 'true' : undefined}>
        <span className="inbox-name breaks soft">
          {!read_flag && <i className="inbox-dot" aria-hidden="true" />}
          {name}
          {group.is_private && (
            <span title={texts.private}>
              <Icon name="lock" size={12} />
            </span>
          )}
        </span>
        <time className="small-text faint one-line" title={momentText(last_issued, zone)}>
          {agoText(last_issued, now)}
        </time>
        <span className="small-text faint one-line">{filterText(trigger.filter)}</span>
        <span className="inbox-number gap-6 small-text number">
          {escalated_at !== null && (
            <span className="badge warning" title={texts.escalated(momentText(escalated_at, zone))}>
              <Icon name="up" size={10} />
            </span>
          )}
          {read_flag ? (
            <span className="faint">{shortNumber(all_count)}</span>
          ) : (
            <b title={texts.unread(unread_count, exactNumber(unread_count))}>
              {shortNumber(unread_count)}
              <span className="unseen"> {texts.isUnread}</span>
            </b>
          )}
        </span>
      </Link>
      {!read_flag && (
        <IconButton
          icon="check"
          label={`${texts.markRead}: ${name}`}
          title={texts.markRead}
          onClick={() => changes.mark(group, true)}
        />
      )}
    </li>
  )
}
