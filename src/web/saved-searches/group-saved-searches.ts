import type { SavedSearch } from '../../schema/dashboards/saved-search.ts'

const groupNames = ['starred', 'recent', 'own', 'shared'] as const
export interface SavedSearchGroup {
  name: (typeof groupNames)[number]
  searches: SavedSearch[]
}

const maxRecent = 5

/** Each search once: starred ones, then the last used, then own and other users' searches, by title. */
export function groupSavedSearches(searches: readonly SavedSearch[], userId: number): SavedSearchGroup[] {
  const used = searches
    .filter(search => !search.starred && search.last_used_at !== null)
    .toSorted((one, other) => (other.last_used_at ?? 0) - (one.last_used_at ?? 0))
  // A short list needs no section of recent ones.
  const recent = new Set(searches.length > maxRecent * 2 ? used.slice(0, maxRecent) : [])
  const groupOf = (search: SavedSearch) =>
    search.starred
      ? 'starred'
      : recent.has(search)
        ? 'recent'
        : search.owner?.id === userId
          ? 'own'
          : 'shared'
  return groupNames
    .map(name => {
      const found = searches.filter(search => groupOf(search) === name)
      const sorted = name === 'recent' ? [...recent] : found.toSorted(byTitle)
      return { name, searches: sorted }
    })
    .filter(group => group.searches.length > 0)
}

function byTitle(one: SavedSearch, other: SavedSearch): number {
  return one.title.localeCompare(other.title)
}
