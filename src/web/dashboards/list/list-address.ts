import type { DashboardScope } from '../../api/dashboards.ts'
import { declareAddress, oneOf, pageNumber, type StateOf, searchText } from '../../state/address.ts'

/** Which dashboards are listed. `all` needs the permission to manage dashboards. */
export const scopes = ['own', 'shared', 'all'] as const satisfies readonly DashboardScope[]
const orderings: readonly string[] = ['title', '-title', 'updated_at', '-updated_at']
/** The service accepts 200 characters, and `readDashboardList` may put a backslash before each. */
const maxSearchLength = 100

/** The state of the list of dashboards. */
export const listPage = declareAddress('/dashboards', {
  scope: oneOf('scope', scopes, 'own'),
  search: { ...searchText, read: (text: string | null) => searchText.read(text).slice(0, maxSearchLength) },
  ordering: oneOf('sort', orderings, 'title'),
  page: pageNumber(),
})

export type ListState = StateOf<typeof listPage>
