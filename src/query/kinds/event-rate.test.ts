import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventRateResults } from '../../schema/query/event-rate.ts'
import type { ResolvedRange } from '../kind.ts'
import { resolveRange } from '../range/resolve.ts'
import { drillUp, type EventRateState, eventRate, eventRateJson } from './event-rate.ts'
import { neverRead } from './testing/unread-store.ts'

const start = Date.UTC(2026, 0, 15, 13) / 1000
const utc = { timezone: 'UTC' }

/** Four minutes from 13:00, the last of which has not begun. */
const range: ResolvedRange = resolveRange(
  { ts_from: start, ts_to: start + 240, step: 60 },
  start + 150.5,
  utc,
)
const evaluation = neverRead(range)
const newer: EventRateState = [{ from: start + 120, counts: [7, 0] }]
const older: EventRateState = [{ from: start, counts: [3, 5] }]

type Totals = { sum: number; count: number } & Record<'min' | 'max' | 'avg' | 'last', number | null>
const none = { min: null, max: null, avg: null, last: null }
const finished: [name: string, state: EventRateState | undefined, counts: number[], totals: Totals][] = [
  [
    'all periods',
    eventRate.merge(newer, older),
    [3, 5, 7, 0],
    { sum: 15, count: 3, min: 3, max: 7, avg: 5, last: 7 },
  ],
  ['the newest slice', newer, [0, 0, 7, 0], { sum: 7, count: 1, min: 7, max: 7, avg: 7, last: 7 }],
  ['nothing yet', undefined, [0, 0, 0, 0], { sum: 0, count: 0, ...none }],
]
test.each(finished)('%s', async (_name, state, counts, totals) => {
  const results = await eventRate.finish({}, evaluation, state, false)
  const hour = { ts_from: start, ts_to: start + 3600 }
  expect(results.totals).toEqual({ ts_from: start, ts_to: start + 240, drill_up_time_range: hour, ...totals })
  expect(results.details).toEqual(
    counts.map((count, i) => ({ ts_from: start + i * 60, ts_to: start + i * 60 + 60, count })),
  )
})

test('an empty range has neither periods nor a minimum', async () => {
  const empty = neverRead(resolveRange({ ts_from: 5000, ts_to: 5000 }, start, utc))
  const results = await eventRate.finish({}, empty, undefined, true)
  expect(results.details).toEqual([])
  expect(results.totals).toMatchObject({ sum: 0, count: 0, ...none })
})

const at = (text: string): number => Date.parse(`${text}Z`) / 1000
const wider: [from: string, to: string, timezone: string, wider: [from: string, to: string] | null][] = [
  ['2026-01-15T13:00:00', '2026-01-15T13:01:00', 'UTC', ['2026-01-15T13:00:00', '2026-01-15T14:00:00']],
  ['2026-01-15T13:59:00', '2026-01-15T14:00:00', 'UTC', ['2026-01-15T13:00:00', '2026-01-15T14:00:00']],
  ['2026-01-15T13:58:00', '2026-01-15T14:03:00', 'UTC', ['2026-01-15T13:00:00', '2026-01-15T15:00:00']],
  ['2026-01-15T13:00:00', '2026-01-15T13:00:00', 'UTC', ['2026-01-15T13:00:00', '2026-01-15T14:00:00']],
  ['2026-01-15T13:00:00', '2026-01-15T14:00:00', 'UTC', ['2026-01-15T00:00:00', '2026-01-16T00:00:00']],
  ['2026-01-15T22:00:00', '2026-01-16T04:00:00', 'UTC', ['2026-01-15T00:00:00', '2026-01-17T00:00:00']],
  [
    '2026-01-15T20:00:00',
    '2026-01-15T21:00:00',
    'Asia/Kolkata',
    ['2026-01-15T18:30:00', '2026-01-16T18:30:00'],
  ],
  [
    '2026-10-25T01:00:00',
    '2026-10-25T02:00:00',
    'Europe/Berlin',
    ['2026-10-24T22:00:00', '2026-10-25T23:00:00'],
  ],
  ['2026-01-15T00:00:00', '2026-01-16T00:00:00', 'UTC', null],
  ['2026-01-01T00:00:00', '2026-01-16T00:00:00', 'UTC', null],
  // A whole day of 23 hours.
  ['2026-03-28T23:00:00', '2026-03-29T22:00:00', 'Europe/Berlin', null],
]
test.each(wider)('%s to %s in %s goes up to %j', (from, to, timezone, wanted) => {
  const range = resolveRange({ ts_from: at(from), ts_to: at(to), timezone }, start, utc)
  const found = wanted && { ts_from: at(wanted[0]), ts_to: at(wanted[1]) }
  expect(drillUp(range)).toEqual(found)
})

const whole = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
const period = fc.record({ ts_from: whole, ts_to: whole, count: whole })
const results: fc.Arbitrary<EventRateResults> = fc.record({
  totals: fc.record({
    ts_from: whole,
    ts_to: whole,
    drill_up_time_range: fc.option(fc.record({ ts_from: whole, ts_to: whole })),
    sum: whole,
    count: whole,
    min: fc.option(whole),
    max: fc.option(whole),
    avg: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    last: fc.option(whole),
  }),
  details: fc.array(period, { maxLength: 200, size: 'max' }),
})

test('it is what JSON.stringify writes', () => {
  fc.assert(
    fc.property(results, results => {
      expect(eventRateJson(results).toString()).toBe(JSON.stringify(results))
    }),
  )
})

test('periods that follow each other are each written whole', () => {
  const details = Array.from({ length: 200 }, (_, i) => ({
    ts_from: 60 * i,
    ts_to: 60 * (i + 1),
    count: i % 7,
  }))
  const totals = { ts_from: 0, ts_to: 12_000, drill_up_time_range: null }
  const results = { totals: { ...totals, sum: 1, count: 1, min: 0, max: 1, avg: 0.5, last: 0 }, details }
  expect(eventRateJson(results).toString()).toBe(JSON.stringify(results))
})
