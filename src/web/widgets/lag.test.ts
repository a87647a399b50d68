import { expect, test } from 'vitest'
import { lagSeconds } from './lag.ts'

const details = [{ ts_from: 940, ts_to: 1_000 }]
const answer = (time_range: unknown, results: unknown = { details }, more = {}) => ({
  results,
  params: { time_range, ...more },
})
const lastHour = { preset: 'last_1_hours' }

test.each([
  [answer(lastHour), 970, undefined],
  [answer(lastHour), 1_040, undefined],
  [answer(lastHour), 1_090, 90],
  [answer({ preset: 'last_7_days' }, { details: [{ ts_from: 0, ts_to: 86_400 }] }), 90_000, undefined],
  [answer({ preset: 'yesterday' }), 9_000, undefined],
  [answer({ preset: 'today' }, { details }, { freeze_time: true }), 9_000, undefined],
  [answer({ ts_from: 1, ts_to: 900 }), 9_000, undefined],
  [answer(lastHour, []), 9_000, undefined],
  [answer(lastHour, { totals: {} }), 9_000, undefined],
  [answer(undefined), 9_000, undefined],
])('%j at %d is behind by %s', (results, now, lag) => {
  expect(lagSeconds(results, now)).toBe(lag)
})
