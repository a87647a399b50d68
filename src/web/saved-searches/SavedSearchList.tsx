import { type ReactNode, useState } from 'react'
import type { SavedSearch } from '../../schema/dashboards/saved-search.ts'
import { readSavedSearches } from '../api/searches.ts'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useDebounced } from '../components/use-debounced.ts'
import { useUserId } from '../state/session.ts'
import { useRead } from '../state/use-read.ts'
import { savedSearchTexts as texts } from '../texts/search/saved-searches.ts'
import { searchesKey } from './use-saved-search.ts'
import './saved-searches.css'

/** The groups of the list, in their order. */
const groupNames = ['starred', 'recent', 'own', 'shared'] as const
const maxRecent = 5
const debounceMs = 200

/** The saved searches that the user may read, in groups and found by title. `children`: one of the list. */
export function SavedSearchList({ children }: { children: (search: SavedSearch) => ReactNode }) {
  const [typed, setTyped] = useState('')
  const title = useDebounced(typed.trim(), debounceMs)
  const userId = useUserId()
  const { data, error, retry, isStale } = useRead(
    [searchesKey, 'list', title],
    signal => readSavedSearches(title, signal),
    { keepsPrevious: true },
  )
  const groups = groupSavedSearches(data?.objects ?? [], userId)
  const hiddenCount = (data?.item_count ?? 0) - (data?.objects.length ?? 0)
  return (
    <>
      <TextField
        label={texts.find}
        type="search"
        value={typed}
        autoFocus
        autoComplete="off"
        onChange={setTyped}
      />
      <div className={isStale ? 'saved-lists stale' : 'saved-lists'} aria-busy={isStale}>
        {error !== undefined && <ErrorNotice title={texts.failed} error={error} onRetry={retry} />}
        {!data && error === undefined && <p className="faint saved-note">{texts.loading}</p>}
        {data?.objects.length === 0 && !isStale && (
          <p className="faint saved-note">{title === '' ? texts.none : texts.noneFound}</p>
        )}
        {groups.map(({ name, searches }) => (
          <section key={name} aria-label={texts[name]}>
            <h2 className="saved-group small-text faint">{texts[name]}</h2>
            <ul>
              {searches.map(search => (
                <li key={search.id} className="saved-item row hover-row gap-4">
                  {children(search)}
                </li>
              ))}
            </ul>
          </section>
        ))}
        {hiddenCount > 0 && <p className="faint saved-note">{texts.more(hiddenCount)}</p>}
      </div>
    </>
  )
}

interface SavedSearchGroup {
  name: (typeof groupNames)[number]
  searches: SavedSearch[]
}

/** Each search in one group: starred, recently used, the user's own, and other users' searches. */
function groupSavedSearches(searches: readonly SavedSearch[], userId: number): SavedSearchGroup[] {
  const used = searches
    .filter(search => !search.starred && search.last_used_at !== null)
    .toSorted((one, other) => (other.last_used_at ?? 0) - (one.last_used_at ?? 0))
  // A short list needs no group of recent searches.
  const recent = new Set(searches.length > maxRecent * 2 ? used.slice(0, maxRecent) : [])
  const groupOf = (search: SavedSearch): SavedSearchGroup['name'] => {
    if (search.starred) return 'starred'
    if (recent.has(search)) return 'recent'
    return search.owner?.id === userId ? 'own' : 'shared'
  }
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
