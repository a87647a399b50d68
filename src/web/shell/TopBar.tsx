import { printable } from '../../charts/printable.ts'
import type { SessionUser } from '../api/session.ts'
import { MenuItem } from '../components/Button.tsx'
import { Icon, type IconName } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Link } from '../components/Link.tsx'
import { Logo } from '../components/Logo.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { MenuLink } from '../components/menus/MenuLink.tsx'
import { useConnectionState } from '../live/use-live-query.ts'
import { Navigation, usePageLinks } from '../navigation/Navigation.tsx'
import { lazyComponent } from '../state/lazy-part.ts'
import { densities, setPreferences, type Theme, themes, usePreferences } from '../state/preferences.ts'
import { signOut, useHasPermission } from '../state/session.ts'
import { shellTexts } from '../texts/shell.ts'
import { ZoneMenu } from '../time/ZoneMenu.tsx'

const NotificationBadge = lazyComponent(
  async () => (await import('../notifications/NotificationBadge.tsx')).NotificationBadge,
)

const IngestLight = lazyComponent(async () => (await import('../ingest/IngestLight.tsx')).IngestLight)

interface Props {
  user: SessionUser
  onHelp: () => void
  onPalette: () => void
}

/** The shortcut that opens the command palette, as this keyboard labels its keys. */
const paletteKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

/** The bar above every page. The logo turns while the live connection is open. */
export function TopBar({ user, onHelp, onPalette }: Props) {
  const state = useConnectionState()
  return (
    <header className="top-bar">
      <Link className="brand" href="/search" aria-label={shellTexts.product}>
        <Logo isTurning={state === 'open'} />
        <span>{shellTexts.product}</span>
      </Link>
      <Navigation />
      <div className="grow" />
      <button
        type="button"
        className="palette-button row gap-8 faint"
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
      <UserMenu user={user} onHelp={onHelp} />
    </header>
  )
}

/** Shows the state of the live connection: a dot and a word. */
function ConnectionStatus() {
  const state = useConnectionState()
  const [short, long] = shellTexts.connection[state]
  return (
    <div className={`connection row small-text soft ${state}`} title={long} role="status">
      <i />
      <span>{short}</span>
      <b className="unseen">{long}</b>
    </div>
  )
}

/** The ingest light, for users who may search. */
function IngestLightSlot() {
  if (!useHasPermission('search')) return null
  return (
    <span className="bar-light">
      <IngestLight />
    </span>
  )
}

/** The number of unread notifications, for users who may read them. */
function NotificationSlot() {
  if (!useHasPermission('notifications')) return null
  return (
    <span className="bar-bell">
      <NotificationBadge />
    </span>
  )
}

const themeIcons: Record<Theme, IconName> = { system: 'system', light: 'sun', dark: 'moon' }

/** A menu of the signed-in user: account, theme, density, help and sign-out. */
function UserMenu({ user, onHelp }: { user: SessionUser; onHelp: () => void }) {
  const { theme, density } = usePreferences()
  const account = usePageLinks().find(({ path }) => path === '/account')
  return (
    <MenuButton
      menu
      alignRight
      className="button quiet icon"
      label={shellTexts.account(user.username)}
      content={<Icon name="person" />}
    >
      <p className="menu-title" role="presentation">
        {printable(shellTexts.account(user.fullname || user.username))}
      </p>
      {account && <MenuLink href={account.path}>{account.name}</MenuLink>}
      <fieldset className="menu-part" aria-label={shellTexts.theme}>
        {themes.map(name => (
          <MenuItem key={name} aria-current={theme === name} onClick={() => setPreferences({ theme: name })}>
            <Icon name={themeIcons[name]} />
            {shellTexts.themes[name]}
          </MenuItem>
        ))}
      </fieldset>
      <fieldset className="menu-part" aria-label={shellTexts.density}>
        {densities.map(name => (
          <MenuItem
            key={name}
            aria-current={density === name}
            onClick={() => setPreferences({ density: name })}
          >
            <Icon name={name === 'compact' ? 'menu' : 'list'} />
            {shellTexts.densities[name]}
          </MenuItem>
        ))}
      </fieldset>
      <div className="menu-part" role="presentation">
        <MenuItem onClick={onHelp}>{shellTexts.help}</MenuItem>
        <MenuItem onClick={() => void signOut()}>{shellTexts.signOut}</MenuItem>
      </div>
    </MenuButton>
  )
}
