import type { SavedSearch } from '../../schema/saved-search.ts'
import type { ListPage } from './list-page.ts'
import { get } from './request.ts'

const maxSearches = 200

/** A saved search in a list to choose from. */
export type SavedSearchName = Pick<SavedSearch, 'id' | 'title' | 'owner' | 'starred'>

/** Own and shared searches, those that the caller used last first. */
export async function readSavedSearches(signal: AbortSignal): Promise<SavedSearchName[]> {
  const list = await get<ListPage<SavedSearchName>>(
    `/api/searches?page_size=${maxSearches}&ordering=-last_used_at`,
    signal,
  )
  return list.objects
}
