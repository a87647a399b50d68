import type { SavedSearch, SavedSearchDraft, SavedSearchPatch } from '../../schema/dashboards/saved-search.ts'
import type { WidgetDraft } from '../../schema/dashboards/widget.ts'
import type { ListPage } from './http/list-page.ts'
import { get, request } from './http/request.ts'

/** Maximum in one menu; more are found by their title. */
const maxSavedSearches = 200

/**
 * All saved searches that the user may read and whose title contains the text, starred first, then by last
 * use.
 */
export function readSavedSearches(title: string, signal: AbortSignal): Promise<ListPage<SavedSearch>> {
  const params = new URLSearchParams({
    show_all: 'true',
    ordering: '-starred,-last_used_at',
    page_size: String(maxSavedSearches),
  })
  // The API takes a pattern; the page searches for the typed text.
  if (title !== '') params.set('title__iregex', title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return get(`/api/searches?${params}`, signal)
}

export function readSavedSearch(id: number, signal?: AbortSignal): Promise<SavedSearch> {
  return request(`/api/searches/${id}`, { signal })
}

export function createSavedSearch(draft: SavedSearchDraft): Promise<SavedSearch> {
  return request('/api/searches', { method: 'POST', body: draft })
}

export function changeSavedSearch(id: number, patch: SavedSearchPatch): Promise<SavedSearch> {
  return request(`/api/searches/${id}`, { method: 'PATCH', body: patch })
}

export function deleteSavedSearch(id: number): Promise<void> {
  return request(`/api/searches/${id}`, { method: 'DELETE' })
}

export function starSavedSearch(id: number, starred: boolean): Promise<SavedSearch> {
  return request(`/api/searches/${id}/star`, { method: 'POST', body: { starred } })
}

/** Records that the user uses it now. */
export function recordSavedSearchUse(id: number): Promise<SavedSearch> {
  return request(`/api/searches/${id}/use`, { method: 'POST', body: {} })
}

/** Puts a new widget on a dashboard. */
export function addWidgetToDashboard(dashboardId: number, widget: WidgetDraft): Promise<unknown> {
  return request(`/api/dashboards/${dashboardId}/widgets`, { method: 'POST', body: widget })
}
