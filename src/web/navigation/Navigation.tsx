import { useMemo } from 'react'
import { Icon } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { MenuLink } from '../components/menus/MenuLink.tsx'
import { useLocation } from '../state/location.ts'
import { useHasPermission, useSession } from '../state/session.ts'
import { pageNames } from '../texts/pages.ts'
import { shellTexts } from '../texts/shell.ts'
import { isWithin, type Page, pages } from './pages.ts'

type PageLink = Pick<Page, 'path' | 'name' | 'group' | 'keys'>

const searchLink: PageLink = { path: '/search', name: pageNames.search, group: 'main', keys: 'g s' }

/** The pages that the user may open, the search first. */
export function usePageLinks(): readonly PageLink[] {
  const shownPages = useShownPages()
  return useHasPermission('search') ? [searchLink, ...shownPages] : shownPages
}

/** The main pages as tabs. In a narrow window, a menu with all pages instead: CSS shows one of the two. */
export function Navigation() {
  const { path } = useLocation()
  const links = usePageLinks()
  const openLink = links.find(link => isWithin(path, link.path))
  const firstSettings = links.find(({ group }) => group === 'settings')
  const current = (link: PageLink) => (link === openLink ? 'page' : undefined)
  return (
    <nav className="tabs" aria-label={shellTexts.pages}>
      {links
        .filter(({ group }) => group === 'main')
        .map(link => (
          <Link key={link.path} className="tab" href={link.path} aria-current={current(link)}>
            {link.name}
          </Link>
        ))}
      <ManageMenu />
      <MenuButton
        menu
        className="button quiet pages-button"
        content={
          <>
            <Icon name="menu" />
            <span className="unseen">{shellTexts.allPages}</span>
            <span className="one-line">{openLink?.name}</span>
          </>
        }
      >
        {links.map(link => (
          <MenuLink
            key={link.path}
            href={link.path}
            aria-current={current(link)}
            beginsGroup={link === firstSettings}
          >
            {link.name}
          </MenuLink>
        ))}
      </MenuButton>
    </nav>
  )
}

/** A tab with a menu of the settings pages, except the account, which is in the user menu. */
function ManageMenu() {
  const { path } = useLocation()
  const links = usePageLinks().filter(({ group, path }) => group === 'settings' && path !== '/account')
  if (links.length === 0) return null
  const openLink = links.find(link => isWithin(path, link.path))
  return (
    <MenuButton
      menu
      className={openLink === undefined ? 'tab' : 'tab open'}
      content={
        <>
          {shellTexts.manage}
          <Icon name="down" size={13} />
        </>
      }
    >
      {links.map(link => (
        <MenuLink key={link.path} href={link.path} aria-current={link === openLink ? 'page' : undefined}>
          {link.name}
        </MenuLink>
      ))}
    </MenuButton>
  )
}

/** All pages that the user may open, except the search. */
export function useShownPages(): readonly Page[] {
  const session = useSession()
  const user = session.state === 'in' ? session.user : undefined
  return useMemo(
    () =>
      pages.filter(
        ({ permission, needsAllHosts }) =>
          (permission === undefined || user?.permissions.includes(permission)) &&
          (!needsAllHosts || user?.all_hosts),
      ),
    [user],
  )
}
