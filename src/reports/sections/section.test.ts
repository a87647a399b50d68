import { describe, expect, test } from 'vitest'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { Row, Section } from '../document/document.ts'
import { rowBatches } from '../document/row-batches.ts'
import { answerOf } from '../testing/answers.ts'
import { storedEvent } from '../testing/event-stream.ts'
import { sectionOf } from './section.ts'
import { queryTitle } from './title.ts'

const from = 1_767_225_600
const range = { ts_from: from, ts_to: from + 120 }
const [one, two] = [
  { ts_from: from, ts_to: from + 60 },
  { ts_from: from + 60, ts_to: from + 120 },
]

function sectionOfQuery(query: QueryRepresentation, config?: Record<string, unknown>): Section {
  const widget = config && { config }
  return sectionOf({ title: queryTitle(query), widget, answer: { query, events: undefined } })
}

/** Each table as header and rows. */
async function tablesOf(section: Section): Promise<Record<string, Row[]>> {
  const told: Record<string, Row[]> = {}
  for (const table of section.tables) {
    const rows: Row[] = [table.columns.map(({ name, kind }) => (kind === 'text' ? name : `${name}:${kind}`))]
    for await (const batch of rowBatches(table.rows, 1_000)) rows.push(...batch)
    expect(rows).toHaveLength(table.count + 1)
    told[table.title] = rows
  }
  return told
}

const figuresOf = (section: Section) =>
  Object.fromEntries(section.figures.map(({ name, value }) => [name, value]))

const record = {
  id: 6356671865552899,
  _id: '6356671865552899',
  first_occurrence: from + 0.25,
  last_occurrence: from + 1,
  first_occurrence_date: '',
  last_occurrence_date: '',
  counter: 5,
  host: 'edge-sw-7',
  program: 'Cisco',
  cisco_mnemonic: 'LINK-3-UPDOWN',
  message: '=1 changed state',
  severity: 3,
  severity_name: 'ERROR',
  facility: 23,
  facility_name: 'LOCAL7',
  status: 1,
  status_name: 'ACTIONABLE',
  type: 'SYSLOG',
  user_tags: { IfIn: 'Gi1/0/3', ut_X: 'own', X: 'short' },
  trigger_ids: [7, 5],
}
const search = answerOf('Search', {
  totals: { ...range, count: 1, occurrences: 5 },
  events: { page_number: 1, page_size: 100, offset: 0, page_count: 1, item_count: 1, objects: [record] },
})

describe('Search', () => {
  const cells: [string, unknown][] = [
    ['id', '6356671865552899'],
    ['first_occurrence:time', from + 0.25],
    ['last_occurrence:time', from + 1],
    ['counter:integer', 5],
    ['host', 'edge-sw-7'],
    ['program', 'Cisco'],
    ['cisco_mnemonic', 'LINK-3-UPDOWN'],
    ['severity:integer', 3],
    ['severity_name', 'ERROR'],
    ['facility:integer', 23],
    ['facility_name', 'LOCAL7'],
    ['status:integer', 1],
    ['status_name', 'ACTIONABLE'],
    ['type', 'SYSLOG'],
    ['message', '=1 changed state'],
    ['user_tags', '{"IfIn":"Gi1/0/3","ut_X":"own","X":"short"}'],
    ['trigger_ids', '[7,5]'],
    ['triggers_fired_count:integer', 2],
  ]

  test('has every member of an event as a column', async () => {
    const section = sectionOfQuery(search)
    expect(figuresOf(section)).toEqual({ count: 1, occurrences: 5 })
    expect(section.range).toEqual({ from, to: from + 120 })
    const { Events } = await tablesOf(section)
    expect(Events).toEqual([cells.map(([name]) => name), cells.map(([, cell]) => cell)])
  })

  test('has the columns of its widget: codes by name, other names are user tags', async () => {
    const columns = [
      'severity',
      '_id',
      'count',
      'IfIn',
      'ut_X',
      'ut_IfIn',
      'constructor',
      'severity_name',
      'trigger_ids',
    ]
    const { Events } = await tablesOf(sectionOfQuery(search, { columns }))
    expect(Events).toEqual([
      ['severity_name', 'id', 'counter:integer', 'IfIn', 'ut_X', 'ut_IfIn', 'constructor', 'trigger_ids'],
      ['ERROR', '6356671865552899', 5, 'Gi1/0/3', 'own', 'Gi1/0/3', null, '[7,5]'],
    ])
  })

  test('has all that match where they are streamed', async () => {
    const batches = [
      [storedEvent(1), storedEvent(2, { triggers: [5] })],
      [storedEvent(3, { tags: { a: 'b' } })],
    ]
    const events = {
      matching: 3,
      async *[Symbol.asyncIterator]() {
        yield* batches
      },
    }
    const triggers = new Map([[1, [9]]])
    const stream = { matching: 3, triggers, batches: events, cursors: noCursors() }
    const answer = { query: search, events: stream }
    const { Events = [] } = await tablesOf(sectionOf({ title: '', widget: undefined, answer }))
    expect(Events.map(row => [row[0], row[1], row[15], ...row.slice(16)])).toEqual([
      ['id', 'first_occurrence:time', 'user_tags', 'trigger_ids', 'triggers_fired_count:integer'],
      ['1', from + 0.000001, null, '[9]', 1],
      ['2', from + 0.000002, null, '[5]', 1],
      ['3', from + 0.000003, '{"a":"b"}', null, 0],
    ])
  })
})

async function* noCursors() {}

describe('EventRate', () => {
  const totals = {
    ...range,
    drill_up_time_range: null,
    sum: 41,
    count: 2,
    min: 0,
    max: 41,
    avg: 20.5,
    last: 41,
  }
  const details = [
    { ...one, count: 0 },
    { ...two, count: 41 },
  ]
  const query = answerOf('EventRate', { totals, details })

  test('has a row a period, and averages with and without the empty ones', async () => {
    const section = sectionOfQuery(query)
    expect(await tablesOf(section)).toEqual({
      'Over time': [
        ['ts_from:time', 'ts_to:time', 'count:integer'],
        [from, from + 60, 0],
        [from + 60, from + 120, 41],
      ],
    })
    expect(figuresOf(section)).toEqual({
      sum: 41,
      avg: 20.5,
      avg_without_zeros: 41,
      min: 0,
      max: 41,
      last: 41,
    })
  })

  test.each([
    [{ show_avg: true, show_max: false }, ['sum', 'avg', 'avg_without_zeros']],
    [{ show_max: true, show_last: true }, ['sum', 'max', 'last']],
    [{ show_avg: false }, ['sum']],
    [{ view_type: 'bars' }, ['sum', 'avg', 'avg_without_zeros', 'min', 'max', 'last']],
  ])('shows the gauges of a widget with %j', (config, names) => {
    expect(Object.keys(figuresOf(sectionOfQuery(query, config)))).toEqual(names)
  })
})

test('TopN is a ranking, what its values are made of, and how it went', async () => {
  const value = (name: string | number, count: number) => ({ name, count })
  const values = [
    { ...value(3, 310), subfields: { host: [value('fw-1', 300), value('', 10)] } },
    { ...value(6, 90), subfields: { host: [value('fw-2', 90)] } },
    value('other', 1_200),
  ]
  const details = [
    {
      ...one,
      values: [value(6, 12), value(3, 7)],
      total_values: [value(3, 7), value(6, 12)],
      total_count: 31,
    },
    { ...two, values: [], total_values: [value(3, 0), value(6, 0)], total_count: 0 },
  ]
  const top_periods = [{ ...one, values: [value(6, 12)], total_count: 31 }]
  const results = { totals: { ...range, values, cardinality: 8 }, details, top_periods }
  const section = sectionOfQuery(
    answerOf('TopN', results, { field: 'severity', limit: 2, subfields: ['host'] }),
  )
  expect(section.title).toBe('Top 2 by severity')
  expect(figuresOf(section)).toEqual({ cardinality: 8 })
  expect(await tablesOf(section)).toEqual({
    'Top severity': [
      ['name', 'severity_name', 'count:integer'],
      ['3', 'ERROR', 310],
      ['6', 'INFO', 90],
      ['other', null, 1_200],
    ],
    'By host': [
      ['name', 'severity_name', 'host', 'count:integer'],
      ['3', 'ERROR', 'fw-1', 300],
      ['3', 'ERROR', '', 10],
      ['6', 'INFO', 'fw-2', 90],
    ],
    'Over time': [
      ['ts_from:time', 'ts_to:time', 'total_count:integer', '3:integer', '6:integer', 'other:integer'],
      [from, from + 60, 31, 7, 12, 0],
      [from + 60, from + 120, 0, 0, 0, 0],
    ],
    'Ranking of each period': [
      ['ts_from:time', 'ts_to:time', 'total_count:integer', 'name', 'severity_name', 'count:integer'],
      [from, from + 60, 31, '6', 'INFO', 12],
      [from, from + 60, 31, '3', 'ERROR', 7],
    ],
    'Busiest periods': [
      ['ts_from:time', 'ts_to:time', 'total_count:integer', 'name', 'severity_name', 'count:integer'],
      [from, from + 60, 31, '6', 'INFO', 12],
    ],
  })
})

test('LastN is a ranking by time', async () => {
  const values = [{ name: 'fw-2', count: 12, last_seen: from + 119.082937 }]
  const section = sectionOfQuery(answerOf('LastN', { totals: { ...range, values } }, { field: 'host' }))
  expect(await tablesOf(section)).toEqual({
    'Last host': [
      ['name', 'count:integer', 'last_seen:time'],
      ['fw-2', 12, from + 119.082937],
    ],
  })
})

test('StorageStats are of the range and of all time', async () => {
  const counts = { new: 75, duplicates: 25, total: 100 }
  const all_time = { new: 180_000, duplicates: 20_000, total: 200_000 }
  const section = sectionOfQuery(answerOf('StorageStats', { totals: { ...counts, ...range }, all_time }))
  expect(await tablesOf(section)).toEqual({
    'Stored events': [
      ['name', 'new:integer', 'duplicates:integer', 'total:integer', 'ts_from:time', 'ts_to:time'],
      ['totals', 75, 25, 100, from, from + 120],
      ['all_time', 180_000, 20_000, 200_000, null, null],
    ],
  })
})

test('ProcessingStats have a row a period', async () => {
  const totals = { new: 5, duplicates: 10, oot: 1, total: 16, ...range }
  const details = [{ new: 5, duplicates: 10, oot: 1, ...one }]
  const section = sectionOfQuery(answerOf('ProcessingStats', { totals, details }))
  expect(figuresOf(section)).toEqual({ new: 5, duplicates: 10, oot: 1, total: 16 })
  expect(await tablesOf(section)).toEqual({
    'Received events': [
      ['ts_from:time', 'ts_to:time', 'new:integer', 'duplicates:integer', 'oot:integer'],
      [from, from + 60, 5, 10, 1],
    ],
  })
})

const owner = { id: 1, username: 'ann', fullname: 'Ann Example' }

test('Tasks and Notifications have a row each, and no range', async () => {
  const task = {
    ...{ id: 7, title: 'Fan', description: 'It\nhums', due: null, status: 'new', assigned_to: 2 },
    ...{ event_id: '42', is_open: true, is_closed: false, is_overdue: false, owner },
    ...{ created_at: from, updated_at: from + 1 },
  }
  const tasks = sectionOfQuery(answerOf('Tasks', [task], { target: 'all', is_open: true }))
  expect([tasks.range, tasks.filter]).toEqual([undefined, 'open'])
  const { Tasks } = await tablesOf(tasks)
  expect(Tasks?.[1]).toEqual([
    ...[7, 'Fan', 'new', 'true', 'false', 'false', null, 2, 'ann', '42', from, from + 1, 'It\nhums'],
  ])
  const group = {
    ...{
      id: 1,
      name: 'Links',
      trigger_id: 4,
      is_private: false,
      read_flag: true,
      all_count: 3,
      unread_count: 0,
    },
    ...{ hits_count: 9, unread_since: null, read_at: from, updated_at: from, created_at: from, owner },
  }
  const { Notifications } = await tablesOf(sectionOfQuery(answerOf('Notifications', [group])))
  expect(Notifications?.[1]).toEqual([
    ...[1, 'Links', 4, 'false', 'true', 3, 0, 9, null, from, from, from, 'ann'],
  ])
})

test('figures of the host are typed, by period and in all', async () => {
  const total = { count: 2, sum: 300, min: 100, max: 200, avg: 150, last: 200, last_ts: from + 60 }
  const none = { count: 0, sum: 0, min: null, max: null, avg: null, last: null, last_ts: null }
  const details = [
    { ...one, used: 100, reserved: 0, free: 50 },
    { ...two, used: 200, reserved: 0, free: 40 },
  ]
  const results = { totals: { used: total, reserved: none, free: total }, details }
  const section = sectionOfQuery(answerOf('System_DF', results, { fs: 'root' }))
  expect([section.range, section.filter]).toEqual([{ from, to: from + 120 }, 'fs root'])
  expect(figuresOf(section)).toEqual({ 'used.avg': 150, 'reserved.avg': null, 'free.avg': 150 })
  const tables = await tablesOf(section)
  expect(tables['Over time']).toEqual([
    ['ts_from:time', 'ts_to:time', 'used:bytes', 'reserved:bytes', 'free:bytes'],
    [from, from + 60, 100, 0, 50],
    [from + 60, from + 120, 200, 0, 40],
  ])
  expect(tables['In all']?.slice(0, 3)).toEqual([
    ['metric', 'title', 'count:integer', 'min:bytes', 'avg:bytes', 'max:bytes', 'last:bytes', 'last_ts:time'],
    ['used', 'Used', 2, 100, 150, 200, 200, from + 60],
    ['reserved', 'Reserved', 0, null, null, null, null, null],
  ])
})

test.each([
  [[], ''],
  [[{ field: 'host', value: 'fw-1' }], 'Host is fw-1'],
  [[{ field: 'severity', op: 'le', value: [3] }], 'Severity is at most Error'],
  [[{ field: 'severity', op: 'ne', value: [0, 7] }], 'Severity is not Emergency or Debug'],
  [
    [
      { field: 'message', op: 'qp', value: 'link* !up' },
      { field: 'ut_if_in', op: '=~', value: '^Gi\u001b' },
      { field: 'counter', op: 'gt', value: 5 },
    ],
    'Message has “link* !up” and if_in matches the expression “^Gi\\x1b” and Count is above 5',
  ],
  [
    [{ field: 'host', value: Array.from({ length: 14 }, (_, index) => `h${index}`) }],
    'Host is h0 or h1 or h2 or h3 or h4 or h5 or h6 or h7 or h8 or h9 or h10 or h11 or 2 others',
  ],
])('the filter %j in words', (filter, words) => {
  expect(sectionOfQuery({ ...search, params: { filter } }).filter).toBe(words)
})

test('a failed widget, and one stopped before it had a result, is a section that says so', () => {
  const failure = { code: 'query_timeout', detail: 'Too long.' }
  const failed = sectionOf({ title: 'Links', widget: undefined, answer: { failure } })
  expect(failed).toMatchObject({ title: 'Links', tables: [], failure })
  expect(sectionOfQuery({ ...search, status: 'STOPPED', results: {} }).failure?.code).toBe('conflict')
})

test('a result that may lack days says which', () => {
  const lacking = { ...answerOf('Search', search.results), missing_days: ['2024-10-04', '2024-10-06'] }
  expect(sectionOfQuery(lacking).caveats).toEqual([
    'Events of 2024-10-04, 2024-10-06 (UTC) may be missing: the store cannot read parts of them.',
  ])
})

test('an approximate or stopped result says so; an exact one says nothing', () => {
  const bound = 'each count may be up to 12 too low'
  const told = (totals: object, status: 'SUCCESS' | 'STOPPED' = 'SUCCESS') =>
    sectionOfQuery({ ...answerOf('Search', { ...search.results, totals: { ...range, ...totals } }), status })
      .caveats
  const whole = { count: 1, occurrences: 5 }
  expect(told(whole)).toEqual([])
  expect(told({ ...whole, approximate: true })).toEqual(['The numbers are approximate.'])
  expect(told({ ...whole, approximate: true, bound }, 'STOPPED')).toEqual([
    'The query was stopped before it was finished: this is what it had until then.',
    `The numbers are approximate: ${bound}`,
  ])
})

test('a widget that a variable of its dashboard does not filter says so', () => {
  const widget = { config: {}, unfilteredBy: ['Host', 'zone'] }
  const { caveats } = sectionOf({ title: '', widget, answer: { query: search, events: undefined } })
  expect(caveats).toEqual(['Not filtered by Host, zone.'])
})
