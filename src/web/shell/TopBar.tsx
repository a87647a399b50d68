import type { User } from '../api/session.ts'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Logo } from '../components/Logo.tsx'
import { useConnectionState } from '../live/use-live-query.ts'
import { Navigation, SettingsMenu } from '../navigation/Navigation.tsx'
import { followLink } from '../state/location.ts'
import { shellTexts } from '../texts/shell.ts'
import { ZoneMenu } from '../time/ZoneMenu.tsx'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import { IngestLightSlot } from './IngestLightSlot.tsx'
import { NotificationSlot } from './NotificationSlot.tsx'
import { PersonMenu } from './PersonMenu.tsx'

interface Props {
  user: User
  onHelp: () => void
  onPalette: () => void
}

/** Key names of the keyboard for opening the palette. */
const paletteKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

/** The bar above every page. */
export function TopBar({ user, onHelp, onPalette }: Props) {
  const state = useConnectionState()
  return (
    <header className="top-bar">
      <a className="brand" href="/search" onClick={followLink} aria-label={shellTexts.product}>
        <Logo turning={state === 'open'} />
        <span>{shellTexts.product}</span>
      </a>
      <Navigation />
      <div className="grow" />
      <button
        type="button"
        className="palette-button"
        onClick={onPalette}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Icon name="search" size={14} />
        <span className="palette-button-text grow one-line">{shellTexts.palette.open}</span>
        <kbd>{paletteKeys}</kbd>
      </button>
      <IngestLightSlot />
      <ConnectionStatus />
      <NotificationSlot />
      <ZoneMenu className="button quiet small wide" />
      <span className="wide">
        <IconButton icon="help" label={shellTexts.help} large onClick={onHelp} />
      </span>
      <SettingsMenu />
      <PersonMenu user={user} onHelp={onHelp} />
    </header>
  )
}
