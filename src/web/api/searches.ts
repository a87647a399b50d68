import type { SavedSearch, SavedSearchDraft, SavedSearchPatch } from '../../schema/dashboards/saved-search.ts'
import { addressWith, escapeRegExp } from './address-with.ts'
import { get, type ListPage, request, resource } from './http/request.ts'
import type { QueryRequest } from './queries.ts'

/** Maximum searches in one menu; users find others by title. */
const maxSavedSearches = 200

/**
 * Saved searches that the user may read and whose title contains the text: starred ones first, then by last
 * use.
 */
export function readSavedSearches(title: string, signal: AbortSignal): Promise<ListPage<SavedSearch>> {
  const parameters = {
    show_all: true,
    ordering: '-starred,-last_used_at',
    page_size: maxSavedSearches,
    title__iregex: escapeRegExp(title),
  }
  return get(addressWith('/api/searches', parameters), signal)
}

export const {
  read: readSavedSearch,
  create: createSavedSearch,
  change: changeSavedSearch,
  remove: deleteSavedSearch,
} = resource<SavedSearch, SavedSearchDraft, SavedSearchPatch>('/api/searches')

export function starSavedSearch(id: number, starred: boolean): Promise<SavedSearch> {
  return request(`/api/searches/${id}/star`, { method: 'POST', body: { starred } })
}

/** Records that the user uses a saved search now, for the order of the menu. */
export function recordSavedSearchUse(id: number): Promise<SavedSearch> {
  return request(`/api/searches/${id}/use`, { method: 'POST', body: {} })
}

/** The query of a saved search, for a report: a copy of its params. */
export function queryOfSaved({ params }: Pick<SavedSearch, 'params'>): QueryRequest<'Search'> {
  return { type: 'Search', params: { ...params } }
}
