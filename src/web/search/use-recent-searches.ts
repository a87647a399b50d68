import { useEffect, useSyncExternalStore } from 'react'
import { pillText } from '../../filter/typed/pill.ts'
import { Observable } from '../state/observable.ts'
import { parseJson } from '../state/parse-json.ts'
import { currentPreferences, setPreferences, usePreferences } from '../state/preferences.ts'
import { useSession } from '../state/session.ts'
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
import type { SearchState } from './search-state.ts'

/** A search that is shown for as long was meant, however it came about. */
const settledMs = 3_000

const recent = new Observable<readonly RecentSearch[] | undefined>(undefined)

/** Searches of a person in the preferences, which have a bound. */
const maxTextLength = 4_000

function read(): readonly RecentSearch[] {
  const known = recent.get() ?? recentSearches()
  recent.set(known)
  return known
}

/** Those of this browser and, from other browsers, those of the person. */
function known(): RecentSearch[] {
  return mergeRecentSearches(
    recentSearches(),
    readRecentSearches(parseJson(currentPreferences().recentSearches || '[]')),
  )
}

/** Adds a search to the recent ones of this browser and of the person. */
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
  const session = useSession()
  const userId = session.state === 'in' ? session.user.id : 0
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
