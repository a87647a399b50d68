import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { FieldStatsParams } from '../../schema/query/field-stats.ts'
import type { PatternsParams } from '../../schema/query/patterns.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'
import type { ReadContext } from '../kind.ts'
import { isStillValid } from '../life/validity.ts'
import { resolveRange } from '../range/resolve.ts'
import { costProfileOf } from '../slices/cost-profile.ts'
import { engineStats, exactStats, fieldStats } from './field-stats.ts'
import { patterns } from './patterns.ts'
import { read, storeWith, testEvent } from './testing/open-store.ts'

const start = Date.UTC(2026, 0, 15, 13) / 1000
const everything: Predicate = { kind: 'const', value: true }
const onFirst: Predicate = { kind: 'text', field: 'host', test: { kind: 'is', value: 'fw-1', fold: true } }

let store: EventStore
beforeAll(async () => {
  store = await storeWith([
    testEvent(1, [start - 100], { message: 'link 1 is up' }),
    testEvent(2, [start + 1], { message: 'link 2 is up', severity: 5 }),
    testEvent(3, [start + 65, start + 70], { message: 'link 30 is up', severity: 6, program: 'net' }),
    testEvent(4, [start + 90], { message: 'fan 2 failed', severity: 2, program: '', host: 'fw-2' }),
    // The tests' spool file writes no template for every seventh id.
    testEvent(7, [start + 91], { message: 'without', tags: { bytes: '10' } }),
    testEvent(8, [start + 92], { message: 'sent 5', tags: { bytes: '-2.5' } }),
    testEvent(9, [start + 93, start + 94], { message: 'sent 5', tags: { bytes: '2' } }),
    testEvent(10, [start + 95], { message: 'sent 5', tags: { bytes: '1e3' } }),
    testEvent(11, [start + 10_000], { tags: { size: '9'.repeat(400) } }),
    testEvent(12, [start + 10_000], { tags: { size: `-${'9'.repeat(400)}` } }),
    testEvent(13, [start + 10_000], { tags: { size: '7' } }),
  ])
})
afterAll(async () => await store.close())

function contextOf(predicate: Predicate): ReadContext {
  const range = resolveRange({ ts_from: start, ts_to: start + 120, step: 60 }, start + 500, {
    timezone: 'UTC',
  })
  return { store, range, predicate, read }
}

async function patternsOf(params: PatternsParams, predicate = everything) {
  const context = contextOf(predicate)
  const full = patterns.normalise(params)
  return patterns.finish(full, context, await patterns.slice(full, context, context.range), true)
}

async function statsOf(params: FieldStatsParams, predicate = everything) {
  const context = contextOf(predicate)
  const full = fieldStats.normalise(params)
  const { totals } = await fieldStats.finish(
    full,
    context,
    await fieldStats.slice(full, context, context.range),
    true,
  )
  return totals
}

const withFilter = (value: string) => ({
  pattern: value,
  filter: [{ field: 'message', op: '|>', value }],
})

test('messages are grouped, compared with the time before, and described', async () => {
  const { totals, details } = await patternsOf({ with_subperiods: true, sort: 'new' })
  expect(totals.values).toEqual([
    {
      ...withFilter('sent <N>'),
      ...{ count: 4, count_before: 0, is_new: true, counts: [0, 4] },
      ...{ example: 'sent 5', severity: 6, first_seen: start + 92, last_seen: start + 95 },
      programs: [{ name: 'kernel', count: 4 }],
    },
    {
      ...withFilter('fan <N> failed'),
      ...{ count: 1, count_before: 0, is_new: true, counts: [0, 1] },
      ...{ example: 'fan 2 failed', severity: 2, first_seen: start + 90, last_seen: start + 90 },
      programs: [],
    },
    {
      ...withFilter('link <N> is up'),
      ...{ count: 3, count_before: 1, is_new: false, counts: [1, 2] },
      ...{ example: 'link 30 is up', severity: 5, first_seen: start + 1, last_seen: start + 70 },
      programs: [
        { name: 'net', count: 2 },
        { name: 'kernel', count: 1 },
      ],
    },
  ])
  expect({ ...totals, values: [] }).toEqual({
    ...{ ts_from: start, ts_to: start + 120, values: [] },
    ...{ cardinality: 3, count: 9, without_template: 1, new_patterns: 2 },
    before: { ts_from: start - 120, ts_to: start, count: 1 },
  })
  expect(details?.map(({ total_count }) => total_count)).toEqual([1, 8])
})

test('the growth that is least likely by chance comes first', async () => {
  const { totals } = await patternsOf({ sort: 'growth', limit: 2 })
  expect(totals.values.map(({ pattern }) => pattern)).toEqual(['sent <N>', 'link <N> is up'])
  expect(() => patterns.normalise({ sort: 'growth', compare_before: false })).toThrow()
})

test('a reader gets the patterns of their hosts alone', async () => {
  const { totals } = await patternsOf({}, onFirst)
  expect(totals.values.map(({ pattern, count }) => [pattern, count])).toEqual([
    ['sent <N>', 4],
    ['link <N> is up', 3],
  ])
  expect((await statsOf({ field: 'host' }, onFirst)).values).toEqual([{ name: 'fw-1', count: 8 }])
})

test('partial results have the counts so far and nothing that is read at the end', async () => {
  const context = contextOf(everything)
  const full = patterns.normalise({ with_subperiods: true })
  const span = { from: start + 60, to: start + 120 }
  const partial = await patterns.finish(full, context, await patterns.slice(full, context, span), false)
  expect(partial.totals.values[0]).toEqual({ ...withFilter('sent <N>'), count: 4, counts: [0, 4] })
  const nothing = await patterns.finish(full, context, undefined, false)
  expect(nothing.totals).toMatchObject({ values: [], count: 0, cardinality: 0 })
})

test.each([
  ['rows in the range', start, false],
  ['rows in the time before it', start - 110, false],
  ['rows before that', start - 90_000, true],
])('%s make an answer invalid, or do not', (_, touched, valid) => {
  const { range } = contextOf(everything)
  const journal = {
    current: 2,
    newest: (from: number, to: number) => (touched >= from && touched < to ? 2 : 0),
  }
  const stillValid = (params: PatternsParams) => {
    const profile = costProfileOf(patterns, patterns.normalise(params), everything)
    return isStillValid({ range, sequence: 1, at: 0 }, { profile, frozenAt: undefined }, start + 500, journal)
  }
  expect(stillValid({})).toBe(valid)
})

test('figures of a field, and of its numbers', async () => {
  expect(await statsOf({ field: 'bytes', limit: 2 })).toEqual({
    ...{ total_count: 9, count: 5, cardinality: 4 },
    values: [
      { name: '2', count: 2 },
      { name: '-2.5', count: 1 },
    ],
    numeric: { count: 4, min: -2.5, max: 10, sum: 11.5, avg: 2.875, p50: 2, p95: 10, p99: 10 },
    ...{ ts_from: start, ts_to: start + 120 },
  })
  expect((await statsOf({ field: 'program' })).numeric).toBeUndefined()
})

test('the engine computes the same statistics as this process', async () => {
  const { store, range, read } = contextOf(everything)
  const scope = { ...range, predicate: everything }
  const exact = exactStats(
    new Map([
      ['10', 1],
      ['-2.5', 1],
      ['2', 2],
      ['1e3', 1],
    ]),
  )
  expect(await engineStats(store, scope, { tag: ['bytes'] }, read)).toEqual(exact)
  expect(await engineStats(store, scope, 'severity', read)).toMatchObject({ count: 9, min: 2, max: 6 })
  expect(await engineStats(store, scope, 'host', read)).toBeUndefined()
})

test('numbers of hundreds of digits are text: figures with them would be none', async () => {
  const range = { from: start + 9_000, to: start + 11_000, predicate: everything }
  const field = { tag: ['size'] }
  const exact = exactStats(
    new Map([
      ['9'.repeat(400), 1],
      [`-${'9'.repeat(400)}`, 1],
      ['7', 1],
    ]),
  )
  expect(exact).toEqual({ count: 1, min: 7, max: 7, sum: 7, avg: 7, p50: 7, p95: 7, p99: 7 })
  expect(await engineStats(store, range, field, read)).toEqual(exact)
})
