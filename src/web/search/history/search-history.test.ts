import { expect, test } from 'vitest'
import type { Pill } from '../../../filter/typed/pill.ts'
import {
  mergeRecentSearches,
  type RecentSearch,
  readRecentSearches,
  recentSearchesText,
  writeRecentSearches,
} from './search-history.ts'

const host: Pill = { field: 'host', op: 'eq', values: ['fw-1'], off: false }
const search = (text: string, at: number, pills: Pill[] = []): RecentSearch => ({
  text,
  pills,
  range: { preset: 'last_24_hours' },
  at,
})

test('searches survive the storage, with filters and range', () => {
  const searches = [search('link down', 3, [host]), search('', 2, [{ ...host, off: true }]), search('a', 1)]
  expect(readRecentSearches(JSON.parse(JSON.stringify(writeRecentSearches(searches))))).toEqual(searches)
})

test('the newest run of a search stands first, once', () => {
  const [old, later] = [search('a', 1, [host]), search('a', 5, [host])]
  expect(mergeRecentSearches([old, search('a', 3)], [later])).toEqual([later, search('a', 3)])
})

test('no more than thirty are kept', () => {
  const many = Array.from({ length: 40 }, (_, i) => search(`q${i}`, i))
  expect(mergeRecentSearches(many).map(({ at }) => at)).toEqual(Array.from({ length: 30 }, (_, i) => 39 - i))
})

const kept: [name: string, stored: unknown, texts: string[]][] = [
  ['nothing', null, []],
  ['an object', { a: 1 }, []],
  ['texts of an earlier version', ['a', 1, null, 'b'], ['a', 'b']],
  ['an invalid filter', [{ q: 'a', f: ['host'] }, { q: 'b' }], ['b']],
  ['an empty search', [{ range: 'today' }, { q: ' ' }, ''], []],
  ['an unknown range', [{ q: 'a', range: 'soon', at: 'x' }], ['a']],
]
for (const [name, stored, texts] of kept)
  test(`${name} is read as ${texts.length} searches`, () =>
    expect(readRecentSearches(stored).map(({ text }) => text)).toEqual(texts))

test('a person takes along as many of the newest as fit', () => {
  const many = Array.from({ length: 20 }, (_, i) => search(`q${i}`, 20 - i))
  const text = recentSearchesText(many, 200)
  expect(text.length).toBeLessThanOrEqual(200)
  expect(readRecentSearches(JSON.parse(text)).map(each => each.text)).toEqual(['q0', 'q1', 'q2', 'q3'])
  expect(recentSearchesText([], 200)).toBe('')
})
