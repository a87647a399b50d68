import { useMemo } from 'react'
import { useSession } from '../state/session.ts'
import { type Page, pages } from './pages.ts'

/** Paths in the order of the navigation. */
const order = [
  '/dashboards',
  '/tasks',
  '/triggers',
  '/notifications',
  '/reports',
  '/ingest',
  '/send',
  '/rules',
  '/people',
  '/tokens',
  '/account',
]

/** The pages that the user may open. */
export function useShownPages(): readonly Page[] {
  const session = useSession()
  const permissions = session.state === 'in' ? session.user.permissions : undefined
  return useMemo(
    () =>
      pages
        .filter(({ permission }) => permission === undefined || permissions?.includes(permission))
        .toSorted((a, b) => rank(a) - rank(b)),
    [permissions],
  )
}

/** Pages that are not in the list come last. */
function rank({ path }: Page): number {
  const at = order.indexOf(path)
  return at < 0 ? order.length : at
}
