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

/** A search that stays shown this long was intended, no matter how it came about. */
const settledMs = 3_000

const recent = new Observable<readonly RecentSearch[] | undefined>(undefined)

/** Maximum length of a user's searches in the preferences, which have a limit. */
const maxTextLength = 4_000

function read(): readonly RecentSearch[] {
  const known = recent.get() ?? recentSearches()
  recent.set(known)
  return known
}

/** Recent searches: this browser's and, from other browsers, the user's. */
function known(): RecentSearch[] {
  return mergeRecentSearches(
    recentSearches(),
    readRecentSearches(parseJson(currentPreferences().recentSearches || '[]')),
  )
}

/** Adds a search to the recent ones of this browser and of the user. */
function add(search: RecentSearch): void {
  const merged = mergeRecentSearches([search], known())
  saveRecentSearches(merged)
  recent.set(merged)
  setPreferences({ recentSearches: recentSearchesText(merged, maxTextLength) })
}

export function addRecentSearch({ text, pills, range }: Omit<RecentSearch, 'at'>): void {
  const search = { text: text.trim(), pills, range, at: Math.floor(Date.now() / 1_000) }
  if (isWorthKeeping(search)) add(search)
}

/** Recent searches, newest first. Adds the shown one once it has stayed for a moment. */
export function useRecentSearches({ text, pills, range }: SearchState): readonly RecentSearch[] {
  const list = useSyncExternalStore(recent.watch, read)
  const userId = useUserId()
  const { recentSearches: ofPerson } = usePreferences()
  // Other browsers of the person have added some.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` reads them
  useEffect(() => {
    setHistoryOwner(userId)
    recent.set(known())
  }, [ofPerson, userId])
  const key = JSON.stringify([text, pills.map(pillText), range])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the search
  useEffect(() => {
    const timer = setTimeout(() => addRecentSearch({ text, pills, range }), settledMs)
    return () => clearTimeout(timer)
  }, [key])
  return list
}
