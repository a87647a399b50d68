import fc from 'fast-check'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filterSchemas } from '../../schema/filter/condition.ts'
import type { FieldStatsParams } from '../../schema/query/field-stats.ts'
import type { LastNParams } from '../../schema/query/last-n.ts'
import type { PatternsParams } from '../../schema/query/patterns.ts'
import { queryTypes } from '../../schema/query/query.ts'
import type { SearchParams } from '../../schema/query/search.ts'
import type { StatsParams } from '../../schema/query/stats.ts'
import { statsFunctions } from '../../schema/query/stats-functions.ts'
import type { TopNParams } from '../../schema/query/top-n.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'
import type { Kind, ReadContext } from '../kind.ts'
import { resolveRange } from '../range/resolve.ts'
import { cases } from '../testing/cases.ts'
import { kinds } from './table.ts'
import { read, storeWith, testEvent } from './testing/open-store.ts'

const start = Date.UTC(2026, 0, 15, 12) / 1000
const length = 6 * 3600
const predicate = { kind: 'const', value: true } as const

const drawnEvent = fc.record({
  first: fc.integer({ min: -60, max: length + 60 }),
  later: fc.array(fc.nat(59_999), { maxLength: 4 }),
  host: fc.constantFrom('', 'a', 'b', 'B', 'fw-1', '\uffff', '😀'),
  severity: fc.nat(3),
  user: fc.constantFrom('', 'ann', 'bob', 'Bob', '12', '12.50', '-3'),
  message: fc.constantFrom('link 1 is up', 'link 22 is up', 'link is down', 'id 0x1f', 'id 7f3a'),
})
const events = fc.sample(fc.array(drawnEvent, { minLength: 400, maxLength: 400 }), { numRuns: 1 })[0] ?? []

let store: EventStore
beforeAll(async () => {
  store = await storeWith(
    events.map(({ first, later, host, severity, user, message }, i) => {
      const moments = [0, ...later.sort((a, b) => a - b)].map(ms => start + first + ms / 1000)
      return testEvent(i + 1, [...new Set(moments)], {
        ...{ host, severity, message },
        tags: user === '' ? {} : { user },
      })
    }),
  )
})
afterAll(async () => await store.close())

const field = fc.constantFrom('host', 'severity', 'user', 'type')
const limit = fc.integer({ min: 1, max: 9 })
const topNParams: fc.Arbitrary<TopNParams> = fc.record({
  field,
  limit,
  with_subperiods: fc.boolean(),
  top_periods: fc.boolean(),
  show_other: fc.boolean(),
  ignore_empty: fc.boolean(),
  subfields: fc.constantFrom([], ['program'], ['facility', 'ut_user2']),
  subfields_limit: limit,
})
const lastNParams: fc.Arbitrary<LastNParams> = fc.record({ field, limit, ignore_empty: fc.boolean() })
const fieldStatsParams: fc.Arbitrary<FieldStatsParams> = fc.record({ field, limit })
const patternsParams: fc.Arbitrary<PatternsParams> = fc.record({
  limit,
  sort: fc.constantFrom('count', 'new', 'growth'),
  with_subperiods: fc.boolean(),
})
const searchParams: fc.Arbitrary<SearchParams> = fc.record({
  sort: fc.constantFrom('-last_occurrence', 'first_occurrence', '-counter'),
  page: fc.integer({ min: 1, max: 6 }),
  page_size: fc.integer({ min: 1, max: 120 }),
  offset: fc.nat(80),
})

interface Cutting {
  step: number
  /** Where to cut, as shares of the range. */
  cuts: number[]
  /** Which neighbours to merge next, as shares of what is left. */
  order: number[]
}
const cutting: fc.Arbitrary<Cutting> = fc.record({
  step: fc.constantFrom(300, 1800, 5000),
  cuts: fc.array(fc.double({ min: 0.17, max: 1, noNaN: true }), { maxLength: 5 }),
  order: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 6, maxLength: 6 }),
})

function evaluationOf(step: number): ReadContext {
  const range = resolveRange({ ts_from: start, ts_to: start + length, step }, start + length, {
    timezone: 'UTC',
  })
  return { store, range, predicate, read }
}

/** Slices a range, computes each slice, and merges neighbours in a drawn order. */
async function folded<P, S, R>(kind: Kind<P, S, R>, given: P, { step, cuts, order }: Cutting): Promise<R> {
  const params = kind.normalise(given)
  const evaluation = evaluationOf(step)
  const { from, to, bounds } = evaluation.range
  const allowed = kind.periodic(params) ? bounds : Array.from({ length: length + 1 }, (_, i) => from + i)
  const inner = cuts.map(cut => allowed[Math.floor(cut * (allowed.length - 1))] ?? to)
  const ends = [...new Set([from, ...inner, to])].sort((a, b) => a - b)
  const states: S[] = []
  for (const [i, end] of ends.slice(1).entries()) {
    states.push(await kind.slice(params, evaluation, { from: ends[i] ?? from, to: end }))
  }
  for (const share of order) {
    const at = Math.floor(share * (states.length - 1))
    const [older, newer] = [states[at], states[at + 1]]
    if (older !== undefined && newer !== undefined) states.splice(at, 2, kind.merge(newer, older))
  }
  expect(states.length).toBe(1)
  return kind.finish(params, evaluation, states[0], true)
}

const numRuns = cases(25)
const uncut = (step: number): Cutting => ({ step, cuts: [], order: [] })

test('TopN is the same however its range is sliced, and when the engine ranks', async () => {
  const check = fc.asyncProperty(topNParams, cutting, async (given, cutting) => {
    const params = kinds.TopN.normalise(given)
    const whole = await folded(kinds.TopN, params, uncut(cutting.step))
    expect(Value.Check(queryTypes.TopN.results, whole)).toBe(true)
    expect(await folded(kinds.TopN, params, cutting)).toEqual(whole)
    const evaluation = evaluationOf(cutting.step)
    expect(await kinds.TopN.finish(params, evaluation, { form: 'overflow' }, true)).toEqual(whole)
  })
  await fc.assert(check, { numRuns })
})

test('LastN is the same however its range is sliced, and when the engine ranks', async () => {
  const check = fc.asyncProperty(lastNParams, cutting, async (given, cutting) => {
    const params = kinds.LastN.normalise(given)
    const whole = await folded(kinds.LastN, params, uncut(cutting.step))
    expect(Value.Check(queryTypes.LastN.results, whole)).toBe(true)
    expect(await folded(kinds.LastN, params, cutting)).toEqual(whole)
    const evaluation = evaluationOf(cutting.step)
    expect(await kinds.LastN.finish(params, evaluation, { form: 'overflow' }, true)).toEqual(whole)
  })
  await fc.assert(check, { numRuns })
})

test('Patterns is the same however its range is sliced', async () => {
  const check = fc.asyncProperty(patternsParams, cutting, async (given, cutting) => {
    const params = kinds.Patterns.normalise(given)
    const whole = await folded(kinds.Patterns, params, uncut(cutting.step))
    expect(Value.Check(filterSchemas, queryTypes.Patterns.results, whole)).toBe(true)
    expect(await folded(kinds.Patterns, params, cutting)).toEqual(whole)
    const evaluation = evaluationOf(cutting.step)
    await expect(kinds.Patterns.finish(params, evaluation, 'overflow', true)).rejects.toThrow()
  })
  await fc.assert(check, { numRuns })
})

test('FieldStats is the same however its range is sliced, and when the engine counts', async () => {
  const check = fc.asyncProperty(fieldStatsParams, cutting, async (given, cutting) => {
    const params = kinds.FieldStats.normalise(given)
    const whole = await folded(kinds.FieldStats, params, uncut(cutting.step))
    expect(Value.Check(queryTypes.FieldStats.results, whole)).toBe(true)
    if (given.field !== 'user') expect(await folded(kinds.FieldStats, params, cutting)).toEqual(whole)
    const evaluation = evaluationOf(cutting.step)
    expect(await kinds.FieldStats.finish(params, evaluation, { form: 'overflow' }, true)).toEqual(whole)
  })
  await fc.assert(check, { numRuns })
})

const statsParams: fc.Arbitrary<StatsParams> = fc.record({
  field: fc.constantFrom('severity', 'user', 'host'),
  functions: fc.uniqueArray(fc.constantFrom(...statsFunctions), { minLength: 1, maxLength: 3 }),
  group_by: fc.uniqueArray(fc.constantFrom('host', 'severity', 'program', 'user'), { maxLength: 2 }),
  limit,
  ascending: fc.boolean(),
  ignore_empty: fc.boolean(),
  with_subperiods: fc.boolean(),
})

test('Stats is the same however its range is sliced, and when the engine ranks the groups', async () => {
  const check = fc.asyncProperty(statsParams, cutting, async (given, cutting) => {
    const params = kinds.Stats.normalise(given)
    const whole = await folded(kinds.Stats, params, uncut(cutting.step))
    expect(Value.Check(queryTypes.Stats.results, whole)).toBe(true)
    const isCut = kinds.Stats.cost(params, { kind: 'const', value: true }) !== 'whole'
    if (isCut) expect(await folded(kinds.Stats, params, cutting)).toEqual(whole)
    const evaluation = evaluationOf(cutting.step)
    expect(await kinds.Stats.finish(params, evaluation, { form: 'overflow' }, true)).toEqual(whole)
  })
  await fc.assert(check, { numRuns })
})

test('EventRate is the same however its range is sliced', async () => {
  const check = fc.asyncProperty(cutting, async cutting => {
    const whole = await folded(kinds.EventRate, {}, uncut(cutting.step))
    expect(Value.Check(queryTypes.EventRate.results, whole)).toBe(true)
    expect(await folded(kinds.EventRate, {}, cutting)).toEqual(whole)
  })
  await fc.assert(check, { numRuns })
})

test('Search is the same however its range is sliced', async () => {
  const check = fc.asyncProperty(searchParams, cutting, async (params, cutting) => {
    const whole = await folded(kinds.Search, params, uncut(cutting.step))
    expect(Value.Check(queryTypes.Search.results, whole)).toBe(true)
    expect(await folded(kinds.Search, params, cutting)).toEqual(whole)
  })
  await fc.assert(check, { numRuns })
})

test('partial results are well-formed', async () => {
  const evaluation = evaluationOf(1800)
  const newest = { from: start + length - 1800, to: start + length }
  for (const given of fc.sample(topNParams, { numRuns: 20 })) {
    const params = kinds.TopN.normalise(given)
    const state = await kinds.TopN.slice(params, evaluation, newest)
    for (const partial of [undefined, state, { form: 'overflow' } as const]) {
      const results = await kinds.TopN.finish(params, evaluation, partial, false)
      expect(Value.Check(queryTypes.TopN.results, results)).toBe(true)
      expect(results.details?.length).toBe(params.with_subperiods ? 12 : undefined)
    }
  }
  for (const given of fc.sample(searchParams, { numRuns: 20 })) {
    const params = kinds.Search.normalise(given)
    const state = await kinds.Search.slice(params, evaluation, newest)
    const { totals, events } = await kinds.Search.finish(params, evaluation, state, false)
    expect(events.item_count).toBe(totals.count)
    const before = events.offset + (events.page_number - 1) * events.page_size
    if (events.objects.length > 0) expect(totals.count).toBeGreaterThanOrEqual(before + events.objects.length)
  }
})
