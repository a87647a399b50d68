import { useState } from 'react'
import { fieldText } from '../../charts/name-text.ts'
import { exactNumber, shortNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import type { NotificationEvent, NotificationGroup } from '../../schema/triggers/notification.ts'
import { readNotificationEvents } from '../api/notifications.ts'
import { ReadError } from '../components/ErrorNotice.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Pager } from '../components/lists/Pager.tsx'
import { SeverityBadge } from '../components/SeverityBadge.tsx'
import { truncateMessage } from '../results/values/truncate-message.ts'
import { followLink } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { useRead } from '../state/use-read.ts'
import { notificationTexts as texts } from '../texts/notifications.ts'
import { notificationsKey } from './use-notification-counts.ts'

const pageSize = 25
const maxUnits = 600

interface Props {
  group: NotificationGroup
  onDelete: (entry: number) => void
}

/** The events of a notification, a page at a time. */
export function EntryList({ group, onDelete }: Props) {
  const [page, setPage] = useState(1)
  const list = useRead(
    [notificationsKey, 'events', group.id, page],
    signal => readNotificationEvents(group.id, page, pageSize, signal),
    { keepsPrevious: true },
  )
  return (
    <>
      <ReadError of={list} title={texts.entriesFailed} />
      <ul className="entries">
        {list.data?.objects.map(entry => (
          <Entry key={entry.id} entry={entry} group={group} onDelete={onDelete} />
        ))}
      </ul>
      {list.data && <Pager page={page} pages={list.data.page_count} onChange={setPage} />}
    </>
  )
}

function Entry({ entry, group, onDelete }: Props & { entry: NotificationEvent }) {
  const zone = useZone()
  const { event_id, host, program, key, count, message, fired_at } = entry
  const when = momentText(fired_at, zone)
  const { group_by } = group.trigger
  return (
    <li className={entry.is_read ? 'entry' : 'entry unread'}>
      <div className="entry-head">
        {entry.severity !== null && <SeverityBadge severity={entry.severity} />}
        <time className="number faint">{when}</time>
        {host !== '' && <b>{printable(host)}</b>}
        {program !== '' && <span className="soft">{printable(program)}</span>}
        {key !== '' && key !== host && (
          <span className="soft">
            {group_by !== null && `${fieldText(group_by)} `}
            <b>{printable(key)}</b>
          </span>
        )}
        {count !== null && count > 1 && (
          <span className="entry-count number" title={texts.entryCountLabel(exactNumber(count))}>
            {texts.entryCount(shortNumber(count))}
          </span>
        )}
        {!entry.is_read && <span className="unseen">{texts.isUnread}</span>}
      </div>
      {event_id === null ? (
        <p className="faint">{texts.noEvent}</p>
      ) : (
        <a
          className="entry-open mono"
          href={`/search?event=${encodeURIComponent(event_id)}`}
          onClick={followLink}
          title={texts.openEventOf(printable(host), when)}
        >
          {printable(truncateMessage(message, maxUnits) ?? message) || texts.openEvent}
        </a>
      )}
      {!group.read_only && (
        <IconButton icon="bin" iconSize={14} label={texts.deleteEntry} onClick={() => onDelete(entry.id)} />
      )}
    </li>
  )
}
