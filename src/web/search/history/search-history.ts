import { type Pill, pillText, readPill } from '../../../filter/typed/pill.ts'
import { isObject } from '../../../schema/text/json-object.ts'
import { type Range, rangeKey, readRange } from '../../../time/range.ts'
import { parseJson } from '../../api/http/request.ts'
import { loadFromStorage, saveToStorage } from '../../state/preferences.ts'
import { currentUserId } from '../../state/session.ts'

/** A search that was run: its text, filters and time range. */
export interface RecentSearch {
  text: string
  pills: readonly Pill[]
  range: Range
  /** Unix seconds of its last run. */
  at: number
}

const maxRecentSearches = 30
/** Maximum UTF-16 units of a search that is kept: a pasted log file is not worth keeping. */
const maxTextLength = 1_000
/** Maximum filters of a search that is kept. */
const maxPills = 20

/** The name of the signed-in user's searches in localStorage: several users may share a browser. */
function storageKeyOfUser(): string {
  return `millrace.searches.${currentUserId()}`
}

/** Recent searches of the signed-in user in this browser, newest first. */
export function recentSearches(): RecentSearch[] {
  return readRecentSearches(parseJson(loadFromStorage(storageKeyOfUser()) ?? '[]'))
}

/** Replaces the recent searches of the signed-in user in this browser. */
export function saveRecentSearches(searches: readonly RecentSearch[]): void {
  saveToStorage(storageKeyOfUser(), writeRecentSearches(searches))
}

/** Reads stored searches; skips invalid ones. */
export function readRecentSearches(stored: unknown): RecentSearch[] {
  if (!Array.isArray(stored)) return []
  return stored
    .slice(0, maxRecentSearches)
    .map(readRecentSearch)
    .filter(search => search !== undefined)
}

/** Reads one search. Earlier versions of the page stored only its text. */
function readRecentSearch(stored: unknown): RecentSearch | undefined {
  if (typeof stored === 'string') return readRecentSearch({ q: stored })
  if (!isObject(stored)) return undefined
  const { q, f, range, at } = stored
  const pills = Array.isArray(f) ? f.map(text => (typeof text === 'string' ? readPill(text) : undefined)) : []
  const text = typeof q === 'string' ? q : ''
  const known = pills.filter(pill => pill !== undefined)
  // Without an unreadable filter it would be another search.
  if (known.length < pills.length || !isWorthKeeping({ text, pills: known })) return undefined
  return {
    text,
    pills: known,
    range: readRange(typeof range === 'string' ? range : '') ?? { preset: 'last_1_hours' },
    at: typeof at === 'number' ? at : 0,
  }
}

/** Searches as values of JSON, for localStorage and the user's preferences. */
export function writeRecentSearches(searches: readonly RecentSearch[]): object[] {
  return searches.map(({ text, pills, range, at }) => ({
    ...(text === '' ? {} : { q: text }),
    ...(pills.length === 0 ? {} : { f: pills.map(pillText) }),
    range: rangeKey(range),
    at,
  }))
}

/** The newest searches as JSON of at most `maxLength` characters, for the user's preferences. */
export function recentSearchesText(searches: readonly RecentSearch[], maxLength: number): string {
  const written = writeRecentSearches(searches)
  while (written.length > 0 && JSON.stringify(written).length > maxLength) written.pop()
  return written.length === 0 ? '' : JSON.stringify(written)
}

/** Whether a search is worth keeping: it has a text or filters, and is not very long. */
export function isWorthKeeping({ text, pills }: Pick<RecentSearch, 'text' | 'pills'>): boolean {
  return (text.trim() !== '' || pills.length > 0) && text.length <= maxTextLength && pills.length <= maxPills
}

/**
 * Merges lists, newest first, up to the maximum. Of searches with the same text and filters, keeps the
 * newest.
 */
export function mergeRecentSearches(...lists: readonly (readonly RecentSearch[])[]): RecentSearch[] {
  const newest = new Map<string, RecentSearch>()
  for (const search of lists.flat().toSorted((one, other) => other.at - one.at)) {
    const key = JSON.stringify([search.text.trim(), search.pills.map(pillText)])
    if (!newest.has(key)) newest.set(key, search)
  }
  return [...newest.values()].slice(0, maxRecentSearches)
}
