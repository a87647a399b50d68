import type { EventRecord } from '../../schema/event/event-record.ts'
import { MenuItem } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { copyText } from '../components/toast.tsx'
import { eventLines, eventsCurl, eventsJson } from '../results/events/copy-events.ts'
import { useZone } from '../state/preferences.ts'
import { eventTexts } from '../texts/search/event.ts'

/** Copies an event as a line, JSON or a command, or copies its link. */
export function ShareMenu({ event }: { event: EventRecord }) {
  const zone = useZone()
  const copies: [text: string, of: () => string][] = [
    [eventTexts.copyLink, () => location.href],
    [eventTexts.copyLine, () => eventLines([event], zone)],
    [eventTexts.copyJson, () => eventsJson([event])],
    [eventTexts.copyCurl, () => eventsCurl([event], location.origin)],
  ]
  return (
    <MenuButton
      content={<Icon name="copy" />}
      label={eventTexts.copyMenu}
      className="button quiet small icon"
      alignRight
      menu
    >
      {copies.map(([text, of]) => (
        <MenuItem key={text} onClick={() => void copyText(of())}>
          {text}
        </MenuItem>
      ))}
    </MenuButton>
  )
}
