import { useSession } from '../state/session.ts'
import { type Page, pages } from './pages.ts'

/** The pages that the user may open. */
export function useShownPages(): readonly Page[] {
  const session = useSession()
  const permissions = session.state === 'in' ? session.user.permissions : []
  return pages.filter(({ permission }) => permission === undefined || permissions.includes(permission))
}
