import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import { Fault } from '../../schema/fault.ts'
import type { ChangesParams } from '../../schema/query/changes.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'
import type { ReadContext } from '../kind.ts'
import { rangeResolver } from '../range/resolver.ts'
import { changes } from './changes.ts'
import { read, storeWith, testEvent } from './testing/open-store.ts'

/** An hour with requests of three hosts, then an hour in which one of them fails. */
const start = Date.UTC(2026, 0, 15, 12) / 1000
const incident = start + 3_600
const end = incident + 3_600
const everything: Predicate = { kind: 'const', value: true }

let store: EventStore
beforeAll(async () => {
  const requests = Array.from({ length: 300 }, (_, i) =>
    testEvent(i * 7 + 1, [start + i * 24], {
      host: `shop-${1 + (i % 3)}`,
      program: 'nginx',
      message: `GET /item/${i} answered`,
      // As many values as events: more than are compared.
      tags: { 'http.status': '200', request: `r${i}`, ...(i % 30 === 0 && { rare: `v${i}` }) },
    }),
  )
  const failures = Array.from({ length: 600 }, (_, i) =>
    testEvent(i * 7 + 2, [incident + 600 + i], {
      host: 'shop-2',
      program: 'shop',
      severity: 3,
      message: `order ${i} failed`,
      tags: { 'http.status': '500', request: `f${i}`, template: 'checkout' },
    }),
  )
  store = await storeWith([...requests, ...failures])
})
afterAll(async () => await store.close())

async function changesOf(params: ChangesParams, predicate = everything, isComplete = true) {
  const full = changes.normalise(params)
  const range = changes.rangeOf?.(full, end + 500, rangeResolver('UTC'))
  if (range === undefined) throw new Error('it has a range of its own')
  const context: ReadContext = { store, range, predicate, read }
  const state = await changes.slice(full, context, range)
  return (await changes.finish(full, context, state, isComplete)).totals
}

const hour = { ts_from: incident, ts_to: end }

test('an incident is named by its host, its pattern and its status, with exact counts', async () => {
  const totals = await changesOf({ time_range: hour })
  expect(totals).toMatchObject({ count: 750, before: { count: 150 } })
  expect(totals.before.periods).toEqual([{ ts_from: start, ts_to: incident }])
  const found = totals.values.map(({ field, value, count, count_before: before }) => [
    field,
    value,
    count,
    before,
  ])
  expect(found).toContainEqual(['http.status', '500', 600, 0])
  expect(found).toContainEqual(['http.status', '200', 150, 150])
  expect(found).toContainEqual(['host', 'shop-2', 650, 50])
  expect(found).toContainEqual(['severity', 3, 600, 0])
  // A tag with the name of another field, as conditions name it.
  expect(found).toContainEqual(['ut_template', 'checkout', 600, 0])
  expect(
    totals.values.find(({ field, value }) => field === 'template' && value === 'order <N> failed'),
  ).toMatchObject({
    // Every seventh event of the tests has no template.
    count_before: 0,
    filter: [{ field: 'message', op: '|>', value: 'order <N> failed' }],
  })
  // Single values of requests, and rare ones, are no change.
  expect(found.filter(([field]) => field === 'request' || field === 'rare')).toEqual([])
  expect(totals.left_out).toEqual([
    'tags of many values: of each range, only the 500 most frequent values of request',
  ])
  const scores = totals.values.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
})

test('a range inside of the other one is compared with the rest', async () => {
  const inside = { ts_from: incident + 600, ts_to: incident + 1_200 }
  const totals = await changesOf({ time_range: inside, compare_to: { ts_from: start, ts_to: end } })
  expect(totals.before.periods).toEqual([
    { ts_from: start, ts_to: inside.ts_from },
    { ts_from: inside.ts_to, ts_to: end },
  ])
  expect(totals.count + totals.before.count).toBe(900)
  expect(totals.values[0]).toMatchObject({ field: 'http.status', value: '500', count: 600, count_before: 0 })
})

test('only events that match are compared, and hosts of others are not shown', async () => {
  const onFirst: Predicate = {
    kind: 'text',
    field: 'host',
    test: { kind: 'is', value: 'shop-1', fold: true },
  }
  const totals = await changesOf({ time_range: hour }, onFirst)
  expect(totals).toMatchObject({ count: 50, before: { count: 50 }, values: [], changed: 0 })
})

test('without events in one of the ranges nothing is compared', async () => {
  const totals = await changesOf({ time_range: { ts_from: start, ts_to: incident } })
  expect(totals).toMatchObject({ count: 150, before: { count: 0 }, values: [], changed: 0 })
})

test('partial results compare the fields without tags', async () => {
  const totals = await changesOf({ time_range: hour }, everything, false)
  const fields = new Set(totals.values.map(({ field }) => field))
  expect([...fields].sort()).toEqual(['host', 'program', 'severity', 'template'])
})

test.each<[ChangesParams['compare_to'], string]>([
  [{ preset: 'last_2_moons' }, 'params.compare_to.preset'],
  [{ ts_from: 20, ts_to: 10 }, 'params.compare_to.ts_from'],
  // Inverted at this moment.
  [{ ts_from: 4_000_000_000, ts_to: 0 }, 'params.compare_to.ts_from'],
])('the other range %j is refused by its name', (compare_to = {}, path) => {
  const ask = () => changes.rangeOf?.(changes.normalise({ compare_to }), end, rangeResolver('UTC'))
  expect(ask).toThrow(Fault)
  expect(ask).toThrow(expect.objectContaining({ fields: { [path]: [expect.any(String)] } }))
})
