import { printable } from '../../charts/printable.ts'
import type { User } from '../api/session.ts'
import { MenuItem } from '../components/Button.tsx'
import { Icon, type IconName } from '../components/Icon.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { MenuLink } from '../components/menus/MenuLink.tsx'
import { usePlaces } from '../navigation/Navigation.tsx'
import { densities, setPreferences, type Theme, themes, usePreferences } from '../state/preferences.ts'
import { signOut } from '../state/session.ts'
import { shellTexts } from '../texts/shell.ts'

const themeIcons: Record<Theme, IconName> = { system: 'system', light: 'sun', dark: 'moon' }

/** The signed-in user, and the user's own settings. */
export function PersonMenu({ user, onHelp }: { user: User; onHelp: () => void }) {
  const { theme, density } = usePreferences()
  const account = usePlaces().find(({ path }) => path === '/account')
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
