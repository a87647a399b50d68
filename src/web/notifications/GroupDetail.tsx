import { useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { agoText, momentText } from '../../charts/time-text.ts'
import type { NotificationGroup } from '../../schema/triggers/notification.ts'
import { Button, MenuItem } from '../components/Button.tsx'
import { ConfirmDialog } from '../components/dialogs/ConfirmDialog.tsx'
import { Icon } from '../components/Icon.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { MenuLink } from '../components/menus/MenuLink.tsx'
import { followLink } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { useHasPermission } from '../state/session.ts'
import { notificationTexts as texts } from '../texts/notifications.ts'
import { conditionText, filterText } from '../triggers/links/describe.ts'
import { searchOfTrigger } from '../triggers/links/search-of-filter.ts'
import { triggerAddress } from '../triggers/links/triggers-address.ts'
import { SilenceMenu } from '../triggers/silences/SilenceMenu.tsx'
import { EntryList } from './EntryList.tsx'
import type { NotificationChanges } from './use-notifications.ts'

interface Props {
  group: NotificationGroup
  now: number
  /** The address of the list alone. */
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
        <a className="button quiet small inbox-back" href={back} onClick={followLink}>
          <Icon name="left" size={13} /> {texts.back}
        </a>
        <h2>{name}</h2>
        <p className="soft">
          {filterText(trigger.filter)}
          {trigger.condition && <span className="inbox-when"> {conditionText(trigger.condition)}</span>}
        </p>
        <p className="inbox-facts faint">
          <span>{total}</span>
          {unread_count > 0 && <span>{texts.unread(unread_count, exactNumber(unread_count))}</span>}
          {unread_since !== null && (
            <span title={momentText(unread_since, zone)}>
              {texts.unreadSince(agoText(unread_since, now))}
            </span>
          )}
          {escalated_at !== null && <span>{texts.escalated(agoText(escalated_at, now))}</span>}
        </p>
        <div className="inbox-actions">
          <Button className={read_flag ? '' : 'primary'} onClick={() => changes.mark(group, !read_flag)}>
            <Icon name="check" size={14} /> {read_flag ? texts.markUnread : texts.markRead}
          </Button>
          <a className="button" href={searchOfTrigger(trigger)} onClick={followLink}>
            <Icon name="search" size={14} /> {texts.findEvents}
          </a>
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
