import { type Range, rangeKey, readRange } from '../../time/range.ts'
import { parseJson } from '../api/http/request.ts'
import { loadFromStorage, saveToStorage } from '../state/preferences.ts'

const storageKey = 'millrace.recent-ranges'
const maxRecent = 6

/** The last ranges chosen in this browser, newest first. */
export function recentRanges(): Range[] {
  const stored = parseJson(loadFromStorage(storageKey) ?? '[]')
  if (!Array.isArray(stored)) return []
  const ranges = stored.map(key => (typeof key === 'string' ? readRange(key) : undefined))
  return ranges.filter(range => range !== undefined).slice(0, maxRecent)
}

/** Adds a chosen range to the recent ones. */
export function rememberRange(range: Range): void {
  const keys = [range, ...recentRanges()].map(rangeKey)
  saveToStorage(storageKey, [...new Set(keys)].slice(0, maxRecent))
}
