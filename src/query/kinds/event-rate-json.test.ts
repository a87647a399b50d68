import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventRateResults } from '../../schema/query/event-rate.ts'
import { eventRateJson } from './event-rate-json.ts'

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
