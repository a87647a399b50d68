import { Fault } from '../../schema/fault.ts'
import { maxDepth, type SearchParams } from '../../schema/query/search.ts'
import type { PageQuery, SortField } from '../../storage/contract/event-store.ts'
import { withEventDefaults } from './event-params.ts'

export type FullSearch = ReturnType<typeof fullSearch>

/** `limit` is another name of page_size, and `count` the old name of `counter`. */
export function fullSearch(params: SearchParams) {
  return {
    ...withEventDefaults(params),
    sort: fullSort(params.sort ?? []),
    page: params.page ?? 1,
    page_size: params.page_size ?? params.limit ?? 100,
    offset: params.offset ?? 0,
  }
}

/** Among equal fields the first one wins. */
function fullSort(sort: string | string[]): string[] {
  const chosen = new Map<string, string>()
  for (const key of typeof sort === 'string' ? [sort] : sort) {
    const name = key.replace(/^(-?)count$/, '$1counter')
    const field = name.replace('-', '')
    if (!chosen.has(field)) chosen.set(field, name)
  }
  return chosen.size === 0 ? ['-last_occurrence'] : [...chosen.values()]
}

/** Index of the page's first event. Throws range_too_deep beyond the depth that paging reaches. */
export function startOf(full: FullSearch): number {
  const start = full.offset + (full.page - 1) * full.page_size
  if (start < maxDepth) return start
  const path = full.page > 1 ? 'params.page' : 'params.offset'
  throw new Fault('range_too_deep', {
    fields: { [path]: ['expected a page that starts before the 1,000,000th event'] },
  })
}

export function sortKey(key: string): PageQuery['sort'][number] {
  const field = key.replace('-', '')
  if (!isSortField(field)) throw new Error(`${key} cannot be sorted by`)
  return { field, descending: key.startsWith('-') }
}

function isSortField(field: string): field is SortField {
  return field === 'first_occurrence' || field === 'last_occurrence' || field === 'counter'
}
