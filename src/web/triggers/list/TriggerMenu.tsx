import { useState } from 'react'
import { printable } from '../../../charts/printable.ts'
import type { Trigger } from '../../../schema/triggers/trigger.ts'
import { errorText } from '../../api/http/api-error.ts'
import { exportTrigger } from '../../api/triggers.ts'
import { MenuItem } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { Icon } from '../../components/Icon.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { MenuLink } from '../../components/menus/MenuLink.tsx'
import { showToast } from '../../components/toast.tsx'
import { useZone } from '../../state/preferences.ts'
import { silenceTexts } from '../../texts/notifications.ts'
import { triggerTexts as texts } from '../../texts/triggers/triggers.ts'
import { searchOfFilter } from '../links/search-of-filter.ts'
import { triggerAddress } from '../links/triggers-address.ts'
import { silenceLengths } from '../silences/silence-lengths.ts'
import { useSilenceTrigger } from '../silences/use-silence-trigger.ts'
import { saveTriggers } from './trigger-files.ts'
import type { TriggerChanges } from './use-triggers.ts'

interface Props {
  trigger: Trigger
  changes: TriggerChanges
  /** The rows beside this one in the order of matching; undefined if the trigger cannot be moved there. */
  above: Trigger | undefined
  below: Trigger | undefined
}

/** All actions on one trigger. */
export function TriggerMenu({ trigger, changes, above, below }: Props) {
  const zone = useZone()
  const silence = useSilenceTrigger()
  const [isDeleting, setIsDeleting] = useState(false)
  const { id, read_only } = trigger
  const name = printable(trigger.name)
  const save = () => {
    exportTrigger(id)
      .then(exported => saveTriggers(exported, trigger.name, zone))
      .catch(error => showToast(errorText(error)))
  }
  return (
    <>
      <MenuButton
        menu
        alignRight
        className="button quiet small icon"
        label={texts.menu(name)}
        content={<Icon name="more" />}
      >
        <MenuLink href={triggerAddress(id)}>
          <Icon name={read_only ? 'eye' : 'pen'} /> {read_only ? texts.view : texts.edit}
        </MenuLink>
        <MenuItem onClick={() => changes.clone(trigger)}>
          <Icon name="copy" /> {texts.clone}
        </MenuItem>
        <MenuItem onClick={save}>
          <Icon name="download" /> {texts.exportOne}
        </MenuItem>
        <MenuLink href={searchOfFilter(trigger.filter)}>
          <Icon name="search" /> {texts.findEvents}
        </MenuLink>
        <MenuLink href={`/triggers?view=history&trigger=${id}`}>
          <Icon name="clock" /> {texts.history}
        </MenuLink>
        {!read_only && (
          <div className="menu-part" role="presentation">
            {silenceLengths.map(({ name, seconds }) => (
              <MenuItem key={name} onClick={() => silence(trigger, seconds)}>
                <Icon name="silent" /> {texts.silence(silenceTexts.forLengths[name])}
              </MenuItem>
            ))}
          </div>
        )}
        {!read_only && (
          <div className="menu-part" role="presentation">
            <MenuItem onClick={() => changes.move(trigger, { position: 1 })}>
              <Icon name="up" /> {texts.top}
            </MenuItem>
            {above && (
              <MenuItem onClick={() => changes.move(trigger, { before: above.id })}>
                <Icon name="up" /> {texts.up}
              </MenuItem>
            )}
            {below && (
              <MenuItem onClick={() => changes.move(trigger, { after: below.id })}>
                <Icon name="down" /> {texts.down}
              </MenuItem>
            )}
          </div>
        )}
        {!read_only && (
          <div className="menu-part" role="presentation">
            <MenuItem onClick={() => setIsDeleting(true)}>
              <Icon name="bin" /> {texts.delete}
            </MenuItem>
          </div>
        )}
      </MenuButton>
      {isDeleting && (
        <ConfirmDialog
          title={texts.deleteTitle}
          confirmLabel={texts.delete}
          onConfirm={() => changes.remove(trigger)}
          onClose={() => setIsDeleting(false)}
        >
          {texts.deleteText(name)}
        </ConfirmDialog>
      )}
    </>
  )
}
