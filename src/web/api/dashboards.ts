import type {
  Dashboard,
  DashboardDraft,
  DashboardExport,
  DashboardPatch,
} from '../../schema/dashboards/dashboard.ts'
import type { WidgetDraft } from '../../schema/dashboards/widget.ts'
import { addressWith, escapeRegExp } from './address-with.ts'
import { get, type ListPage, request, resource } from './http/request.ts'

/** Maximum of the user's own dashboards, and of public dashboards, to choose from. */
const maxDashboards = 200
/** Maximum characters of a search. Escaped, they may be twice as many, which is the limit of the service. */
const maxSearchLength = 100
/** Dashboards per request: so few that even the largest ones fit into one response. */
const pageSize = 50

/** A dashboard in a list to choose from. */
export type DashboardName = Pick<Dashboard, 'id' | 'title' | 'owner' | 'is_public' | 'read_only'>

/** The user's own dashboards, then other users' public ones, each by title. */
export async function readDashboardNames(signal: AbortSignal): Promise<DashboardName[]> {
  return (await Promise.all([readNames(false, signal), readNames(true, signal)])).flat()
}

async function readNames(isPublic: boolean, signal: AbortSignal): Promise<DashboardName[]> {
  const found: DashboardName[] = []
  for (let page = 1; ; page++) {
    const path = `/api/dashboards?page=${page}&page_size=${pageSize}&ordering=title&public=${isPublic}`
    const { objects, page_count } = await get<ListPage<DashboardName>>(path, signal)
    found.push(...objects)
    if (page >= page_count || found.length >= maxDashboards) return found
  }
}

/** Scope of a list of dashboards: the user's own, public ones of other users, or all. */
export type DashboardScope = 'own' | 'shared' | 'all'

export interface DashboardListRequest {
  scope: DashboardScope
  /** Part of the title, in any case. */
  search: string
  ordering: string
  /** From 1. */
  page: number
}

export function readDashboardList(
  { scope, search, ordering, page }: DashboardListRequest,
  signal: AbortSignal,
): Promise<ListPage<Dashboard>> {
  const parameters = {
    ordering,
    page,
    page_size: pageSize,
    public: scope === 'shared' || undefined,
    show_all: scope === 'all' || undefined,
    title__iregex: escapeRegExp(search.slice(0, maxSearchLength)),
  }
  return get(addressWith('/api/dashboards', parameters), signal)
}

export const {
  read: readDashboard,
  create: createDashboard,
  change: changeDashboard,
} = resource<Dashboard, DashboardDraft, DashboardPatch>('/api/dashboards')

export function readDashboardFile(id: number, signal?: AbortSignal): Promise<DashboardExport> {
  return request(`/api/dashboards/${id}?export=true`, { signal })
}

/** Imports all dashboards or none. The answer has warnings about widgets whose search cannot be read. */
export function importDashboards(drafts: readonly DashboardDraft[]): Promise<Dashboard[]> {
  return request('/api/dashboards', { method: 'POST', body: drafts })
}

/** Copies a dashboard for the user, with copies of its widgets or with the same widgets attached. */
export function cloneDashboard(id: number, title: string, withOwnWidgets: boolean): Promise<Dashboard> {
  const query = `source_id=${id}&clone_widgets=${withOwnWidgets}`
  return request(`/api/dashboards?${query}`, { method: 'POST', body: { title } })
}

/** Replaces a dashboard and its widgets. */
export function replaceDashboard(id: number, draft: DashboardDraft): Promise<Dashboard> {
  return request(`/api/dashboards/${id}`, { method: 'PUT', body: draft })
}

/** Deletes all of these dashboards or none. */
export function deleteDashboards(ids: readonly number[]): Promise<void> {
  return request(`/api/dashboards?id=${ids.join(',')}`, { method: 'DELETE' })
}

export function addWidget(dashboardId: number, widget: WidgetDraft): Promise<unknown> {
  return request(`/api/dashboards/${dashboardId}/widgets`, { method: 'POST', body: widget })
}

/** A dashboard in a template file of the service. */
export interface DashboardTemplate {
  path: string
  title: string
  /** Whether the user may not remove the template. */
  read_only: boolean
}

export async function readTemplates(signal: AbortSignal): Promise<DashboardTemplate[]> {
  return (await get<ListPage<DashboardTemplate>>('/api/dashboard-templates?page_size=1000', signal)).objects
}

export function createFromTemplate(path: string): Promise<Dashboard> {
  return request(`/api/dashboards?template=${encodeURIComponent(path)}`, { method: 'POST', body: {} })
}

export function deleteTemplate(path: string): Promise<unknown> {
  return request(`/api/dashboard-templates?path=${encodeURIComponent(path)}`, { method: 'DELETE' })
}

/** Throws an ApiError 409 if the path has a template already and `overwrite` is false. */
export function saveTemplate(id: number, path: string, overwrite: boolean): Promise<unknown> {
  const query = overwrite ? '?overwrite=true' : ''
  return request(`/api/dashboards/${id}/templates${query}`, { method: 'POST', body: { path } })
}

/** The user's own dashboard with this title, ignoring case; undefined if there is none. */
export async function findOwnDashboard(title: string): Promise<DashboardName | undefined> {
  const path = addressWith('/api/dashboards', { title, page_size: 1 })
  return (await request<ListPage<DashboardName>>(path)).objects[0]
}
