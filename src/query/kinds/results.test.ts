import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LastNParams, LastNResults } from '../../schema/query/last-n.ts'
import type { SearchParams } from '../../schema/query/search.ts'
import type { TopNParams, TopNResults, TopValue } from '../../schema/query/top-n.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'
import type { Kind, ReadContext } from '../kind.ts'
import { resolveRange } from '../range/resolve.ts'
import { lastN } from './last-n.ts'
import { search } from './search.ts'
import { read, storeWith, testEvent } from './testing/open-store.ts'
import { topN } from './top-n.ts'

const start = Date.UTC(2026, 0, 15, 13) / 1000
const [first, second] = [
  { ts_from: start, ts_to: start + 60 },
  { ts_from: start + 60, ts_to: start + 120 },
]
const whole = { ts_from: start, ts_to: start + 120 }

let store: EventStore
let evaluation: ReadContext
beforeAll(async () => {
  store = await storeWith([
    // fw-2 and fw-10 have two occurrences each in the range. The first occurrence of fw-2 is before it.
    testEvent(1, [start - 5, start + 1, start + 2], { host: 'fw-2', severity: 3, tags: { user: 'ann' } }),
    testEvent(2, [start + 3.5], { host: 'fw-10', severity: 4 }),
    testEvent(3, [start + 61.25], { host: 'fw-10', severity: 3, tags: { user: 'bob' } }),
    testEvent(4, [start + 10, start + 20, start + 65], { host: 'fw-1', severity: 2, tags: { user: 'ann' } }),
    testEvent(5, [start + 70], { host: '', severity: 7 }),
    testEvent(6, [start + 71.000001], { host: 'db', program: 'postgres', severity: 3 }),
  ])
  const range = resolveRange({ ...whole, step: 60, timezone: 'Asia/Kolkata' }, start + 500, {
    timezone: 'UTC',
  })
  evaluation = { store, range, predicate: { kind: 'const', value: true }, read }
})
afterAll(async () => await store.close())

async function computed<P, S, R>(kind: Kind<P, S, R>, params: P): Promise<R> {
  const full = kind.normalise(params)
  const state = await kind.slice(full, evaluation, evaluation.range)
  return kind.finish(full, evaluation, state, true)
}

const value = (name: string | number, count: number, subfields?: TopValue['subfields']): TopValue => ({
  name,
  count,
  ...(subfields && { subfields }),
})

const ranked: [name: string, params: TopNParams, results: TopNResults][] = [
  [
    'hosts, ties by name',
    { limit: 3 },
    {
      totals: {
        ...whole,
        values: [value('fw-1', 3), value('fw-10', 2), value('fw-2', 2)],
        cardinality: 4,
        count: 8,
      },
    },
  ],
  [
    'other comes last, even when it is the largest',
    { limit: 1, show_other: true },
    { totals: { ...whole, values: [value('fw-1', 3), value('other', 5)], cardinality: 4, count: 8 } },
  ],
  [
    'other is left out when nothing remains',
    { limit: 4, show_other: true },
    {
      totals: {
        ...whole,
        values: [value('fw-1', 3), value('fw-10', 2), value('fw-2', 2), value('db', 1)],
        cardinality: 4,
        count: 8,
      },
    },
  ],
  [
    'the empty value is the first of its ties',
    { limit: 4, ignore_empty: false, show_other: true },
    {
      totals: {
        ...whole,
        values: [value('fw-1', 3), value('fw-10', 2), value('fw-2', 2), value('', 1), value('other', 1)],
        cardinality: 5,
        count: 9,
      },
    },
  ],
  [
    'numeric fields keep their numbers',
    { field: 'severity', limit: 2 },
    { totals: { ...whole, values: [value(3, 4), value(2, 3)], cardinality: 4, count: 9 } },
  ],
  [
    'periods have their own top, the top of the range and all events',
    { limit: 2, with_subperiods: true, show_other: true },
    {
      totals: {
        ...whole,
        values: [value('fw-1', 3), value('fw-10', 2), value('other', 3)],
        cardinality: 4,
        count: 8,
      },
      details: [
        {
          ...first,
          values: [value('fw-1', 2), value('fw-2', 2)],
          total_values: [value('fw-1', 2), value('fw-10', 1)],
          total_count: 5,
        },
        {
          ...second,
          values: [value('db', 1), value('fw-1', 1)],
          total_values: [value('fw-1', 1), value('fw-10', 1)],
          total_count: 4,
        },
      ],
    },
  ],
  [
    'the busiest periods, at most as many as values',
    { limit: 1, top_periods: true },
    {
      totals: { ...whole, values: [value('fw-1', 3)], cardinality: 4, count: 8 },
      top_periods: [{ ...first, values: [value('fw-1', 2)], total_count: 5 }],
    },
  ],
  [
    'breakdowns of the values of the range, of its periods and of the busiest ones',
    {
      limit: 1,
      with_subperiods: true,
      top_periods: true,
      subfields: ['user', 'severity'],
      subfields_limit: 1,
    },
    {
      totals: {
        ...whole,
        values: [value('fw-1', 3, { user: [value('ann', 3)], severity: [value(2, 3)] })],
        cardinality: 4,
        count: 8,
      },
      details: [
        {
          ...first,
          values: [value('fw-1', 2, { user: [value('ann', 2)], severity: [value(2, 2)] })],
          total_values: [value('fw-1', 2)],
          total_count: 5,
        },
        {
          ...second,
          values: [value('db', 1, { user: [], severity: [value(3, 1)] })],
          total_values: [value('fw-1', 1)],
          total_count: 4,
        },
      ],
      top_periods: [
        {
          ...first,
          values: [value('fw-1', 2, { user: [value('ann', 2)], severity: [value(2, 2)] })],
          total_count: 5,
        },
      ],
    },
  ],
  [
    'tags, with their empty value',
    { field: 'user', ignore_empty: false, subfields: ['program'] },
    {
      totals: {
        ...whole,
        values: [
          value('ann', 5, { program: [value('kernel', 5)] }),
          value('', 3, { program: [value('kernel', 2), value('postgres', 1)] }),
          value('bob', 1, { program: [value('kernel', 1)] }),
        ],
        cardinality: 3,
        count: 9,
      },
    },
  ],
]
test.each(ranked)('TopN: %s', async (_name, params, results) => {
  // proves 'Query type TopN'
  expect(await computed(topN, params)).toEqual(results)
})

const seen = (name: string | number, count: number, after: number) => ({
  name,
  count,
  last_seen: start + after,
})
const last: [name: string, params: LastNParams, values: LastNResults['totals']['values']][] = [
  ['hosts', { limit: 3 }, [seen('db', 1, 71.000001), seen('fw-1', 3, 65), seen('fw-10', 2, 61.25)]],
  ['the empty value', { limit: 2, ignore_empty: false }, [seen('db', 1, 71.000001), seen('', 1, 70)]],
  ['severities', { field: 'severity', limit: 2 }, [seen(3, 4, 71.000001), seen(7, 1, 70)]],
  ['a tag', { field: 'user' }, [seen('ann', 5, 65), seen('bob', 1, 61.25)]],
]
test.each(last)('LastN: %s', async (_name, params, values) => {
  // proves 'Query type LastN'
  expect(await computed(lastN, params)).toEqual({ totals: { ...whole, values } })
})

const pages: [params: SearchParams, ids: number[], page: object][] = [
  [{}, [6, 5, 4, 3, 2, 1], { page_number: 1, page_size: 100, offset: 0, page_count: 1 }],
  [{ page: 2, limit: 4 }, [2, 1], { page_number: 2, page_size: 4, offset: 0, page_count: 2 }],
  [{ page_size: 2, offset: 1 }, [5, 4], { page_number: 1, page_size: 2, offset: 1, page_count: 3 }],
  [{ page_size: 2, offset: 1, page: 3 }, [1], { page_number: 3, page_size: 2, offset: 1, page_count: 3 }],
  [{ page: 9 }, [], { page_number: 9, page_size: 100, offset: 0, page_count: 1 }],
  [{ offset: 7 }, [], { page_number: 1, page_size: 100, offset: 7, page_count: 0 }],
  [{ sort: 'first_occurrence' }, [1, 2, 4, 3, 5, 6], { page_count: 1 }],
]
test.each(pages)('Search: %j', async (params, ids, page) => {
  // proves 'Query type Search', 'Search sort', 'Search page', 'Search page_size'
  const { totals, events } = await computed(search, params)
  expect(totals).toEqual({ ...whole, count: 6, occurrences: 9 })
  expect(events).toMatchObject({ ...page, item_count: 6 })
  expect(events.objects.map(event => event.id)).toEqual(ids)
})

test('an event is shown whole, its dates in the zone of the range', async () => {
  const { events } = await computed(search, { sort: 'first_occurrence', page_size: 1 })
  expect(events.objects).toEqual([
    {
      id: 1,
      _id: '1',
      first_occurrence: start - 5,
      last_occurrence: start + 2,
      first_occurrence_date: '2026/01/15 18:29:55',
      last_occurrence_date: '2026/01/15 18:30:02',
      counter: 3,
      host: 'fw-2',
      program: 'kernel',
      cisco_mnemonic: '',
      message: 'link is up',
      severity: 3,
      severity_name: 'ERROR',
      facility: 0,
      facility_name: 'KERN',
      status: 0,
      status_name: 'UNKNOWN',
      type: 'SYSLOG',
      user_tags: { user: 'ann' },
      extra_fields: {},
      trigger_ids: [],
      triggers_fired_count: 0,
      triggers_fired_data: [],
      notes_count: 0,
      notes: [],
    },
  ])
})
