import type { User } from '../api/session.ts'
import { Button, MenuItem } from '../components/Button.tsx'
import { Icon, type IconName } from '../components/Icon.tsx'
import { Logo } from '../components/Logo.tsx'
import { MenuButton } from '../components/MenuButton.tsx'
import { useConnectionState } from '../live/use-live-query.ts'
import { followLink, useLocation } from '../state/location.ts'
import { setPreferences, type Theme, themes, usePreferences } from '../state/preferences.ts'
import { signOut } from '../state/session.ts'
import { pageNames } from '../texts/pages.ts'
import { ZoneMenu } from '../time/ZoneMenu.tsx'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import { useShownPages } from './use-shown-pages.ts'

const themeItems: Record<Theme, { icon: IconName; text: string }> = {
  system: { icon: 'system', text: 'System' },
  light: { icon: 'sun', text: 'Light' },
  dark: { icon: 'moon', text: 'Dark' },
}

export function TopBar({ user, onHelp }: { user: User; onHelp: () => void }) {
  const { path } = useLocation()
  const { theme } = usePreferences()
  const state = useConnectionState()
  const tabs = [
    { path: '/search', name: pageNames.search },
    ...useShownPages().filter(page => page.group === 'main'),
  ]
  return (
    <header className="top-bar">
      <a className="brand" href="/search" onClick={followLink} aria-label="Millrace">
        <Logo turning={state === 'open'} />
        <span>Millrace</span>
      </a>
      <nav className="tabs" aria-label="Pages">
        {tabs.map(tab => (
          <a
            key={tab.path}
            className="tab"
            href={tab.path}
            onClick={followLink}
            aria-current={path === tab.path || path.startsWith(`${tab.path}/`) ? 'page' : undefined}
          >
            {tab.name}
          </a>
        ))}
      </nav>
      <div className="grow" />
      <ConnectionStatus />
      <ZoneMenu className="button quiet small" />
      <MenuButton
        content={<Icon name={themeItems[theme].icon} />}
        label="Theme"
        className="button quiet icon"
        alignRight
      >
        {close => (
          <div className="menu">
            {themes.map(name => (
              <MenuItem
                key={name}
                aria-current={theme === name}
                onClick={() => {
                  setPreferences({ theme: name })
                  close()
                }}
              >
                <Icon name={themeItems[name].icon} />
                {themeItems[name].text}
              </MenuItem>
            ))}
          </div>
        )}
      </MenuButton>
      <Button className="quiet icon wide" onClick={onHelp} aria-label="Help" title="Help (?)">
        <Icon name="help" />
      </Button>
      <MenuButton
        content={<Icon name="person" />}
        label={`Signed in as ${user.username}`}
        className="button quiet icon"
        alignRight
      >
        {close => (
          <div className="menu">
            <p className="menu-title">Signed in as {user.fullname || user.username}</p>
            <MenuItem
              onClick={() => {
                close()
                onHelp()
              }}
            >
              Keyboard and search help
            </MenuItem>
            <MenuItem onClick={() => void signOut()}>Sign out</MenuItem>
          </div>
        )}
      </MenuButton>
    </header>
  )
}
