import { expect, test } from 'vitest'
import type { SavedSearch } from '../../schema/dashboards/saved-search.ts'
import { readSearchState } from '../search/state/search-state.ts'
import { isChanged, savedParts, stateOfSaved } from './saved-search.ts'

const queries = [
  '',
  'q=link+down&f=host:eq:web-1,web-2&f=severity:le:3&range=last_7_days&sort=-counter&cols=host,message:600',
  'f=SrcIP:ne:10.*&range=1767225600~1767229200',
]
for (const query of queries)
  test(`the search ${query} comes back as it was saved`, () => {
    const state = readSearchState(query)
    const saved = savedParts(state, 'Europe/Berlin')
    expect({ ...state, ...stateOfSaved(saved) }).toEqual(state)
    expect(isChanged(state, saved)).toBe(false)
    expect(isChanged({ ...state, text: 'other' }, saved)).toBe(true)
    expect(isChanged({ ...state, range: { preset: 'today' } }, saved)).toBe(true)
  })

test('the zone of the reader applies to ranges, and a filter that is off changes nothing', () => {
  const state = readSearchState('f=~host:eq:web-1')
  expect(savedParts(state, 'UTC').params).toEqual({
    filter: [],
    sort: ['-last_occurrence'],
    time_range: { preset: 'last_1_hours', timezone: 'UTC' },
  })
  expect(isChanged(state, savedParts(readSearchState(''), 'Europe/Berlin'))).toBe(false)
})

const params: [name: string, params: SavedSearch['params'], text: string, pills: number][] = [
  ['nothing', {}, '', 0],
  [
    'two message searches',
    {
      filter: [
        { field: 'message', op: 'qp', value: 'a | b' },
        { field: 'message', op: 'qp', value: 'c' },
      ],
    },
    '(a | b) (c)',
    0,
  ],
  ['a condition without an operator', { filter: [{ field: 'severity', value: [0, 1] }] }, '', 1],
]
for (const [name, given, text, pills] of params)
  test(`opens ${name} that was saved by the API`, () => {
    const state = stateOfSaved({ params: given, columns: [] })
    expect([state.text, state.pills.length]).toEqual([text, pills])
  })
