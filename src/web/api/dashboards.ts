import type { Dashboard, DashboardDraft } from '../../schema/dashboard.ts'
import type { ListPage } from './list-page.ts'
import { get, request } from './request.ts'

/** Of own and of public dashboards each. */
const maxDashboards = 200

/** A saved dashboard in a list to choose from. */
export type DashboardName = Pick<Dashboard, 'id' | 'title' | 'owner' | 'is_public'>

/** Own dashboards, then public ones of others, by title. */
export async function readDashboardNames(_key: string, signal: AbortSignal): Promise<DashboardName[]> {
  const list = (isPublic: boolean) =>
    get<ListPage<DashboardName>>(
      `/api/dashboards?page_size=${maxDashboards}&ordering=title&public=${isPublic}`,
      signal,
    )
  const [own, ofOthers] = await Promise.all([list(false), list(true)])
  const known = new Set(own.objects.map(({ id }) => id))
  return [...own.objects, ...ofOthers.objects.filter(({ id }) => !known.has(id))]
}

export function createDashboard(draft: DashboardDraft): Promise<Dashboard> {
  return request('/api/dashboards', { method: 'POST', body: draft })
}

/** The own dashboard of this title, in any case; undefined when there is none. */
export async function findOwnDashboard(title: string): Promise<DashboardName | undefined> {
  const params = new URLSearchParams({ title, page_size: '1' })
  return (await request<ListPage<DashboardName>>(`/api/dashboards?${params}`)).objects[0]
}
