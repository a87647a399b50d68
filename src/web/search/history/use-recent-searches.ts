import { useEffect, useSyncExternalStore } from 'react'
import { pillText } from '../../../filter/typed/pill.ts'
import { parseJson } from '../../api/http/request.ts'
import { Observable } from '../../state/observable.ts'
import { currentCopy, setPreferences, usePreferences } from '../../state/preferences.ts'
import { currentUserId, useUserId } from '../../state/session.ts'
import type { SearchState } from '../state/search-state.ts'
import {
  isWorthKeeping,
  mergeRecentSearches,
  type RecentSearch,
  readRecentSearches,
  recentSearches,
  recentSearchesText,
  saveRecentSearches,
} from './search-history.ts'

/** A search that is shown this long counts as intended, no matter how the user came to it. */
const settledMs = 3_000

/** The searches that components show; undefined before the first read. */
const recent = new Observable<readonly RecentSearch[] | undefined>(undefined)

/** Maximum UTF-16 units of the preference `recentSearches`. */
const maxTextLength = 4_000

/** The searches that components show. The first call reads them from localStorage. */
function currentList(): readonly RecentSearch[] {
  const list = recent.get() ?? recentSearches()
  recent.set(list)
  return list
}

/** Recent searches of the user in this browser and, from the preferences, in other browsers. */
function storedSearches(): RecentSearch[] {
  // After a sign-in, the preferences may still be the previous user's.
  const { values, userId } = currentCopy()
  const preference = userId === currentUserId() ? values.recentSearches : ''
  return mergeRecentSearches(recentSearches(), readRecentSearches(parseJson(preference || '[]')))
}

/**
 * Adds a search that the user has run to the recent searches of this browser and to the preferences, unless
 * it is not worth keeping.
 */
export function addRecentSearch({ text, pills, range }: Omit<RecentSearch, 'at'>): void {
  const search = { text: text.trim(), pills, range, at: Math.floor(Date.now() / 1_000) }
  if (!isWorthKeeping(search)) return
  const merged = mergeRecentSearches([search], storedSearches())
  saveRecentSearches(merged)
  recent.set(merged)
  setPreferences({ recentSearches: recentSearchesText(merged, maxTextLength) })
}

/** Recent searches, newest first. Adds `shown`, if given, once it has been shown for a moment. */
export function useRecentSearches(shown: SearchState | undefined): readonly RecentSearch[] {
  const list = useSyncExternalStore(recent.watch, currentList)
  const userId = useUserId()
  const { recentSearches: preference } = usePreferences()
  // Another browser of the user may have added searches to the preference, or another user has signed in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `storedSearches` reads both
  useEffect(() => {
    recent.set(storedSearches())
  }, [preference, userId])
  const key = shown && JSON.stringify([shown.text, shown.pills.map(pillText), shown.range])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the search
  useEffect(() => {
    if (!shown) return
    const { text, pills, range } = shown
    const timer = setTimeout(() => addRecentSearch({ text, pills, range }), settledMs)
    return () => clearTimeout(timer)
  }, [key])
  return list
}
