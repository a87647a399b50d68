import { useState } from 'react'
import type { Trigger } from '../../../schema/triggers/trigger.ts'
import { MenuItem } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { lazyComponent } from '../../state/lazy-part.ts'
import { notificationTexts, silenceTexts as texts } from '../../texts/notifications.ts'
import { silenceLengths } from './silence-lengths.ts'
import { useSilenceTrigger } from './use-silence-trigger.ts'

const SilenceDialog = lazyComponent(async () => (await import('./SilenceDialog.tsx')).SilenceDialog)

/** A menu that silences one trigger for a chosen time. */
export function SilenceMenu({ trigger }: { trigger: Pick<Trigger, 'id' | 'name' | 'read_only'> }) {
  const silence = useSilenceTrigger()
  const [isOpen, setIsOpen] = useState(false)
  if (trigger.read_only) return null
  return (
    <>
      <MenuButton
        menu
        className="button"
        content={
          <>
            <Icon name="silent" size={14} /> {notificationTexts.silence} <Icon name="down" size={10} />
          </>
        }
      >
        {silenceLengths.map(({ name, seconds }) => (
          <MenuItem key={name} onClick={() => silence(trigger, seconds)}>
            {texts.menuFor(texts.forLengths[name])}
          </MenuItem>
        ))}
        <MenuItem onClick={() => setIsOpen(true)}>{texts.menuCustom}</MenuItem>
      </MenuButton>
      {isOpen && <SilenceDialog triggers={[trigger]} onClose={() => setIsOpen(false)} />}
    </>
  )
}
