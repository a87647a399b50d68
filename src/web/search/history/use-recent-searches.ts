import { useEffect, useSyncExternalStore } from 'react'
import { pillText } from '../../../filter/typed/pill.ts'
import { parseJson } from '../../api/http/request.ts'
import { Observable } from '../../state/observable.ts'
import { currentPreferences, setPreferences, usePreferences } from '../../state/preferences.ts'
import { useUserId } from '../../state/session.ts'
import type { SearchState } from '../state/search-state.ts'
import {
  isWorthKeeping,
  mergeRecentSearches,
  type RecentSearch,
  readRecentSearches,
  recentSearches,
  recentSearchesText,
  saveRecentSearches,
  setHistoryOwner,
} from './search-history.ts'

/** A search that is shown this long counts as intended, no matter how the user came to it. */
const settledMs = 3_000

/** The searches that components show; undefined before the first read. */
const recent = new Observable<readonly RecentSearch[] | undefined>(undefined)

/** Maximum length of a user's searches in the preferences, which have a limit. */
const maxTextLength = 4_000

/** The searches that components show; reads the stored ones first. */
function currentList(): readonly RecentSearch[] {
  const list = recent.get() ?? recentSearches()
  recent.set(list)
  return list
}

/** Recent searches of this browser and, from the preferences, of the user's other browsers. */
function storedSearches(): RecentSearch[] {
  return mergeRecentSearches(
    recentSearches(),
    readRecentSearches(parseJson(currentPreferences().recentSearches || '[]')),
  )
}

/** Adds a search to the recent ones of this browser and of the user. */
function add(search: RecentSearch): void {
  const merged = mergeRecentSearches([search], storedSearches())
  saveRecentSearches(merged)
  recent.set(merged)
  setPreferences({ recentSearches: recentSearchesText(merged, maxTextLength) })
}

/** Adds a search that the user has run, unless it is not worth keeping. */
export function addRecentSearch({ text, pills, range }: Omit<RecentSearch, 'at'>): void {
  const search = { text: text.trim(), pills, range, at: Math.floor(Date.now() / 1_000) }
  if (isWorthKeeping(search)) add(search)
}

/** Recent searches, newest first. Adds the shown one once it has stayed for a moment. */
export function useRecentSearches({ text, pills, range }: SearchState): readonly RecentSearch[] {
  const list = useSyncExternalStore(recent.watch, currentList)
  const userId = useUserId()
  const { recentSearches: preference } = usePreferences()
  // Another browser of the user may have added searches.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `storedSearches` reads the preference
  useEffect(() => {
    setHistoryOwner(userId)
    recent.set(storedSearches())
  }, [preference, userId])
  const key = JSON.stringify([text, pills.map(pillText), range])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the search
  useEffect(() => {
    const timer = setTimeout(() => addRecentSearch({ text, pills, range }), settledMs)
    return () => clearTimeout(timer)
  }, [key])
  return list
}
