import { useState } from 'react'
import { fieldText } from '../../charts/name-text.ts'
import { exactNumber, shortNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { agoText, momentText, withoutSameDay } from '../../charts/time-text.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import type { NotificationEvent, NotificationGroup } from '../../schema/triggers/notification.ts'
import { readExistingPage } from '../api/http/existing-page.ts'
import { readNotificationEvents } from '../api/notifications.ts'
import { Button, MenuItem } from '../components/Button.tsx'
import { ConfirmDialog } from '../components/dialogs/ConfirmDialog.tsx'
import { ReadError } from '../components/ErrorNotice.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Link } from '../components/Link.tsx'
import { Pager } from '../components/lists/Pager.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { MenuLink } from '../components/menus/MenuLink.tsx'
import { Severity } from '../components/Severity.tsx'
import { useZone } from '../state/preferences.ts'
import { useHasPermission } from '../state/session.ts'
import { useRead } from '../state/use-read.ts'
import { notificationTexts as texts } from '../texts/notifications.ts'
import { conditionText, filterText } from '../triggers/links/describe.ts'
import { searchOfFilter } from '../triggers/links/search-of-filter.ts'
import { triggerAddress } from '../triggers/links/triggers-address.ts'
import { SilenceMenu } from '../triggers/silences/SilenceMenu.tsx'
import { notificationsKey } from './use-notification-counts.ts'
import type { NotificationChanges } from './use-notifications.ts'

interface Props {
  group: NotificationGroup
  now: number
  /** The address of the list without an open group. */
  back: string
  changes: NotificationChanges
}

/** The notifications of one trigger: its events, newest first, and actions for them. */
export function GroupDetail({ group, now, back, changes }: Props) {
  const zone = useZone()
  const canUseTriggers = useHasPermission('triggers')
  const [isDeleting, setIsDeleting] = useState(false)
  const { trigger, trigger_id, read_flag, unread_count, all_count, unread_since, escalated_at } = group
  const name = printable(group.name)
  const total = texts.total(all_count, exactNumber(all_count))
  return (
    <>
      <header className="inbox-head">
        <Link className="button quiet small inbox-back" href={back}>
          <Icon name="left" size={13} /> {texts.back}
        </Link>
        <h2>{name}</h2>
        <p className="soft">
          {filterText(trigger.filter)}
          {trigger.condition && <span className="notice-text"> {conditionText(trigger.condition)}</span>}
        </p>
        <p className="inbox-facts wrap-row faint">
          <span>{total}</span>
          {unread_count > 0 && <span>{texts.unread(unread_count, exactNumber(unread_count))}</span>}
          {unread_since !== null && (
            <span title={momentText(unread_since, zone)}>
              {texts.unreadSince(agoText(unread_since, now))}
            </span>
          )}
          {escalated_at !== null && <span>{texts.escalated(agoText(escalated_at, now))}</span>}
        </p>
        <div className="inbox-actions wrap-row gap-8">
          <Button className={read_flag ? '' : 'primary'} onClick={() => changes.mark(group, !read_flag)}>
            <Icon name="check" size={14} /> {read_flag ? texts.markUnread : texts.markRead}
          </Button>
          <Link className="button" href={searchOfFilter(trigger.filter)}>
            <Icon name="search" size={14} /> {texts.findEvents}
          </Link>
          {canUseTriggers && <SilenceMenu trigger={trigger} />}
          <MenuButton
            menu
            alignRight
            className="button icon"
            label={texts.more}
            content={<Icon name="more" />}
          >
            {canUseTriggers && (
              <MenuLink href={triggerAddress(trigger_id)}>
                <Icon name={trigger.read_only ? 'eye' : 'pen'} />
                {trigger.read_only ? texts.viewTrigger : texts.editTrigger}
              </MenuLink>
            )}
            {canUseTriggers && (
              <MenuLink href={`/triggers?view=history&trigger=${trigger_id}`}>
                <Icon name="clock" /> {texts.history}
              </MenuLink>
            )}
            {!group.read_only && (
              <MenuItem onClick={() => setIsDeleting(true)}>
                <Icon name="bin" /> {texts.delete}
              </MenuItem>
            )}
          </MenuButton>
        </div>
      </header>
      <EntryList group={group} onDelete={entry => changes.removeEntry(group, entry)} />
      {isDeleting && (
        <ConfirmDialog
          title={texts.deleteOf(name)}
          confirmLabel={texts.delete}
          onConfirm={() => changes.remove(group)}
          onClose={() => setIsDeleting(false)}
        >
          {texts.deleteText}
        </ConfirmDialog>
      )}
    </>
  )
}

const pageSize = 25
const maxMessageLength = 600

interface EntryListProps {
  group: NotificationGroup
  onDelete: (entry: number) => void
}

/** The events of a notification, a page at a time. */
function EntryList({ group, onDelete }: EntryListProps) {
  const [page, setPage] = useState(1)
  const list = useRead(
    [notificationsKey, 'events', group.id, page],
    signal => readExistingPage(page, page => readNotificationEvents(group.id, page, pageSize, signal)),
    { keepsPrevious: true },
  )
  return (
    <>
      <ReadError of={list} title={texts.entriesFailed} />
      <ul className={list.isStale ? 'entries card lined stale' : 'entries card lined'}>
        {list.data?.objects.map((entry, index, entries) => (
          <Entry key={entry.id} entry={entry} above={entries[index - 1]} group={group} onDelete={onDelete} />
        ))}
      </ul>
      {list.data && (
        <Pager
          page={list.isStale ? page : list.data.page_number}
          pages={list.data.page_count}
          onChange={setPage}
        />
      )}
    </>
  )
}

interface EntryProps extends EntryListProps {
  entry: NotificationEvent
  /** The entry of the row above. */
  above: NotificationEvent | undefined
}

function Entry({ entry, above, group, onDelete }: EntryProps) {
  const zone = useZone()
  const { event_id, host, program, key, count, message, fired_at } = entry
  const when = momentText(fired_at, zone)
  const { group_by } = group.trigger
  return (
    <li className={entry.is_read ? 'entry' : 'entry unread'}>
      <div className="entry-head wrap-row">
        {entry.severity !== null && <Severity severity={entry.severity} />}
        <time className="number faint" title={when}>
          {above ? withoutSameDay(when, momentText(above.fired_at, zone)) : when}
        </time>
        {host !== '' && <b>{printable(host)}</b>}
        {program !== '' && <span className="soft">{printable(program)}</span>}
        {key !== '' && key !== host && (
          <span className="soft">
            {group_by !== null && `${fieldText(group_by)} `}
            <b>{printable(key)}</b>
          </span>
        )}
        {count !== null && count > 1 && (
          <span className="strong-text soft number" title={texts.entryCountLabel(exactNumber(count))}>
            {texts.entryCount(shortNumber(count))}
          </span>
        )}
        {!entry.is_read && <span className="unseen">{texts.isUnread}</span>}
      </div>
      {event_id === null ? (
        <p className="faint">{texts.noEvent}</p>
      ) : (
        <Link
          className="entry-open mono"
          href={`/search?event=${encodeURIComponent(event_id)}`}
          title={texts.openEventOf(printable(host), when)}
        >
          {printable(truncateText(message, maxMessageLength)) || texts.openEvent}
        </Link>
      )}
      {!group.read_only && (
        <IconButton icon="bin" iconSize={14} label={texts.deleteEntry} onClick={() => onDelete(entry.id)} />
      )}
    </li>
  )
}
