import { expect, test } from 'vitest'
import { kinds } from './table.ts'

type QueryType = keyof typeof kinds

const common = {
  time_range: { preset: 'last_1_hours' },
  filter: [],
  with_archive: false,
  freeze_time: false,
}
const search = { ...common, sort: ['-last_occurrence'], page: 1, page_size: 100, offset: 0 }
const topN = {
  ...common,
  field: 'host',
  limit: 5,
  with_subperiods: false,
  top_periods: false,
  show_other: false,
  ignore_empty: true,
  subfields: [],
  subfields_limit: 5,
}

/** Calls with a type that is known at run time only, as the query service does. */
function normalise(type: QueryType, params: object): unknown {
  switch (type) {
    case 'Search':
      return kinds.Search.normalise(params)
    case 'TopN':
      return kinds.TopN.normalise(params)
    case 'LastN':
      return kinds.LastN.normalise(params)
    case 'EventRate':
      return kinds.EventRate.normalise(params)
  }
}

const filled: [type: QueryType, params: object, full: object][] = [
  ['EventRate', {}, common],
  ['Search', {}, search],
  ['TopN', {}, topN],
  ['LastN', {}, { ...common, field: 'host', limit: 5, ignore_empty: true }],
  ['LastN', { field: 'SrcIP', limit: 7 }, { ...common, field: 'SrcIP', limit: 7, ignore_empty: true }],
  ['Search', { limit: 25 }, { ...search, page_size: 25 }],
  ['Search', { limit: 25, page_size: 10 }, { ...search, page_size: 10 }],
  ['Search', { sort: '-first_occurrence' }, { ...search, sort: ['-first_occurrence'] }],
  ['Search', { sort: [] }, search],
  ['Search', { sort: ['first_occurrence', '-count'] }, { ...search, sort: ['first_occurrence', '-counter'] }],
  ['Search', { sort: ['count', '-counter', 'counter'] }, { ...search, sort: ['counter'] }],
  ['Search', { page: 10_000 }, { ...search, page: 10_000 }],
  [
    'EventRate',
    { filter: [{ field: 'host', value: 'fw-*' }] },
    { ...common, filter: [{ field: 'host', value: 'fw-*', op: 'eq', ignore_case: true }] },
  ],
  [
    'EventRate',
    { filter: [{ field: 'host', value: ['a'], op: 'ne', ignore_case: false }] },
    { ...common, filter: [{ field: 'host', value: ['a'], op: 'ne', ignore_case: false }] },
  ],
  ['EventRate', { time_range: { ts_from: -60 } }, { ...common, time_range: { ts_from: -60, ts_to: 0 } }],
  [
    'EventRate',
    { time_range: { step: 60, timezone: 'Asia/Kolkata', round_to_step: true, periods: 5 } },
    { ...common, time_range: { step: 60, timezone: 'Asia/Kolkata', preset: 'last_1_hours' } },
  ],
]
test.each(filled)('%s %j', (type, params, full) => {
  const normalised = normalise(type, params)
  expect(normalised).toEqual(full)
  expect(normalise(type, full)).toEqual(full)
})

const notCounted = (name: string) => [
  `values of ${name} cannot be counted; expected another field or the name of a tag`,
]
const refused: [type: QueryType, params: object, fields: Record<string, string[]>][] = [
  ['TopN', { field: 'counter' }, { 'params.field': notCounted('counter') }],
  ['LastN', { field: 'last_occurrence' }, { 'params.field': notCounted('last_occurrence') }],
  [
    'TopN',
    { field: 'status', subfields: ['host', 'actionable', 'first_occurrence'] },
    {
      'params.subfields[1]': ['expected another field than field'],
      'params.subfields[2]': notCounted('first_occurrence'),
    },
  ],
  [
    'TopN',
    {
      time_range: { preset: 'x', timezone: 'y' },
      filter: [{ field: 'host', op: 'lt', value: 1 }],
      field: 'counter',
    },
    {
      'params.time_range.timezone': ['expected an IANA time zone, not "y"'],
      'params.time_range.preset': [
        'expected last_<n>_<unit>, last_<unit> (second to year), today or yesterday',
      ],
      'params.filter[0].op': ['expected one of eq, ne, =~, !~ for the field host'],
      'params.field': notCounted('counter'),
    },
  ],
]
test.each(refused)('%s %j is refused', (type, params, fields) => {
  expect(() => normalise(type, params)).toThrow(expect.objectContaining({ code: 'validation', fields }))
})

test('an expression that cannot be read is reported with its place', () => {
  const filter = [{ field: 'message', op: 'qp', value: 'a | ' }]
  expect(() => normalise('Search', { filter })).toThrow(
    expect.objectContaining({
      code: 'query_syntax',
      detail: expect.stringMatching(/^expected .* at position 4$/),
      members: { position: 4, expected: expect.any(String) },
      fields: { 'params.filter[0].value': [expect.any(String)] },
    }),
  )
})

test.each([
  [{ page: 10_001 }, 'params.page'],
  [{ page: 101, page_size: 10_000 }, 'params.page'],
  [{ offset: 1_000_000 }, 'params.offset'],
])('Search %j is too deep', (params, path) => {
  const fields = { [path]: ['expected a page that starts before the 1,000,000th event'] }
  expect(() => normalise('Search', params)).toThrow(
    expect.objectContaining({ code: 'range_too_deep', fields }),
  )
})
