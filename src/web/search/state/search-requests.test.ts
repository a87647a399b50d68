import { expect, test } from 'vitest'
import { filterOf, searchRequest, severityRateRequest } from './search-requests.ts'
import { readSearchState } from './search-state.ts'

const conditions: [query: string, filter: object[]][] = [
  ['', []],
  ['q=+++', []],
  ['q=link+down', [{ field: 'message', op: 'qp', value: 'link down' }]],
  ['q=host%3Aweb-1', [{ field: 'host', op: 'eq', value: 'web-1' }]],
  ['q=%22host%3Aweb-1%22', [{ field: 'message', op: 'qp', value: '"host:web-1"' }]],
  ['q=uid%3D0', [{ field: 'message', op: 'qp', value: 'uid=0' }]],
  [
    'q=a&f=severity:le:3&f=~host:eq:fw-1',
    [
      { field: 'message', op: 'qp', value: 'a' },
      { field: 'severity', op: 'le', value: 3 },
    ],
  ],
]
for (const [query, filter] of conditions)
  test(`the filter of ?${query}`, () => expect(filterOf(readSearchState(query))).toEqual(filter))

const severities = { field: 'severity', limit: 8, with_subperiods: true, filter: [] }
test('a range that moves stands still unless it is followed', () => {
  const range = { preset: 'last_1_hours', timezone: 'UTC' }
  expect(severityRateRequest(readSearchState(''), 'UTC').params).toEqual({
    ...severities,
    time_range: range,
    freeze_time: true,
  })
  expect(severityRateRequest(readSearchState('live=1'), 'UTC').params).toEqual({
    ...severities,
    time_range: range,
  })
})

test('an absolute range needs no standing still', () => {
  expect(severityRateRequest(readSearchState('range=10~20'), 'UTC').params).toEqual({
    ...severities,
    time_range: { ts_from: 10, ts_to: 20, timezone: 'UTC' },
  })
})

test('the page is not part of the question: pages are read from one query', () => {
  const [first, third] = [readSearchState('sort=counter'), readSearchState('sort=counter&page=3&event=5')]
  expect(searchRequest(third, 'UTC')).toEqual(searchRequest(first, 'UTC'))
  expect(searchRequest(first, 'UTC').params).toMatchObject({ sort: ['counter'], page_size: 100 })
})
