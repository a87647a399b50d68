import { expect, test } from 'vitest'
import {
  maxPills,
  opensSavedSearch,
  readSearchState,
  type SearchState,
  searchAddress,
} from './search-state.ts'

const plain: SearchState = {
  text: '',
  pills: [],
  range: { preset: 'last_1_hours' },
  unzoomed: undefined,
  sort: '-last_occurrence',
  page: 1,
  live: false,
  withArchive: false,
  event: undefined,
  columns: undefined,
  view: 'events',
  comparison: undefined,
  otherRange: undefined,
  statistics: { name: 'count', field: '', groupBy: ['host'], isOverTime: false },
  saved: undefined,
  context: undefined,
}
const full: SearchState = {
  text: '"link down" & 100% | ü',
  pills: [
    { field: 'host', op: 'eq', values: ['fw-1', 'fw,2'], off: false },
    { field: 'FortiGate Type', op: 'ne', values: ['a:b'], off: true },
  ],
  range: { from: 1767225600, to: 1767229200 },
  unzoomed: { preset: 'last_7_days' },
  sort: '-counter',
  page: 3,
  live: true,
  withArchive: true,
  event: '6356671865552899',
  columns: [{ field: 'host', width: 200 }, { field: 'a,b' }],
  view: 'statistics',
  comparison: 'week',
  otherRange: undefined,
  statistics: { name: 'p95', field: 'bytes', groupBy: [], isOverTime: true },
  saved: 7,
  context: 'host',
}

const queryOf = (address: string) => address.split('?')[1] ?? ''

test('the plain page has the plain address', () => {
  expect(searchAddress(plain)).toBe('/search')
  expect(readSearchState('')).toEqual(plain)
})

test('everything survives the address', () => {
  expect(readSearchState(queryOf(searchAddress(full)))).toEqual(full)
})

test('the other range of a comparison survives the address', () => {
  const state = {
    ...full,
    view: 'changes' as const,
    otherRange: 'day' as const,
    statistics: plain.statistics,
  }
  expect(readSearchState(queryOf(searchAddress(state)))).toEqual(state)
})

test('the context of a tag survives the address; other texts are no context', () => {
  const scope = 'tag:trace id&x'
  const of = (context: string) =>
    readSearchState(new URLSearchParams({ event: '7', context }).toString()).context
  expect(readSearchState(queryOf(searchAddress({ event: '7', context: scope }))).context).toBe(scope)
  expect(['tag:', 'tags', `tag:${'x'.repeat(256)}`, 'all'].map(of)).toEqual([
    undefined,
    undefined,
    undefined,
    'all',
  ])
})

test('statistics survive the address, also without a group', () => {
  const statistics = { name: 'p95', field: 'ut_a b', groupBy: ['host', 'x,y'], isOverTime: true } as const
  for (const groupBy of [statistics.groupBy, [], ['host']]) {
    const state = { ...plain, view: 'statistics' as const, statistics: { ...statistics, groupBy } }
    expect(readSearchState(queryOf(searchAddress(state)))).toEqual(state)
  }
})

test('an address can be read by people too', () => {
  expect(
    searchAddress({
      text: 'link',
      pills: [{ field: 'host', op: 'eq', values: ['fw-1'], off: false }],
      range: { preset: 'today' },
    }),
  ).toBe('/search?q=link&f=host%3Aeq%3Afw-1&range=today')
})

const mangled: [name: string, query: string, part: Partial<SearchState>][] = [
  ['an invalid page', 'page=-2', { page: 1 }],
  ['a fraction of a page', 'page=1.5', { page: 1 }],
  ['an unknown sort', 'sort=colour', { sort: '-last_occurrence' }],
  ['an unknown function', 'view=events&fn=median', {}],
  ['an unknown range', 'range=soon', { range: { preset: 'last_1_hours' } }],
  ['an event that is no id', 'event=../../etc', { event: undefined }],
  [
    'an invalid filter',
    'f=host&f=host:eq:a',
    { pills: [{ field: 'host', op: 'eq', values: ['a'], off: false }] },
  ],
]
for (const [name, query, part] of mangled)
  test(`${name} is left at its default`, () => expect(readSearchState(query)).toEqual({ ...plain, ...part }))

test('filters of an address and conditions of its text are bounded together', () => {
  const filters = Array.from({ length: maxPills - 1 }, (_, index) => `f=ut_a${index}:eq:1`).join('&')
  const { pills, text } = readSearchState(`${filters}&q=host:a program:b severity:3 link`)
  expect(pills).toHaveLength(maxPills)
  expect(pills.at(-1)).toMatchObject({ field: 'host' })
  expect(text).toBe('link')
})

test('an address that names a saved search alone opens it; a changed one shows what it says', () => {
  expect(opensSavedSearch('saved=7')).toBe(true)
  expect(opensSavedSearch('q=a')).toBe(false)
  expect(opensSavedSearch(queryOf(searchAddress({ ...plain, saved: 7 })))).toBe(false)
})
