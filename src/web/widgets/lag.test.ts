import { expect, test } from 'vitest'
import { lagSeconds } from './lag.ts'

const answer = (time_range: unknown, more = {}) => ({
  base_time: 1_000,
  updated_at: 1_000,
  params: { time_range, ...more },
})

test.each([
  [answer({ preset: 'last_1_hours' }), 1_040, undefined],
  [answer({ preset: 'last_1_hours' }), 1_090, 90],
  [{ ...answer({ preset: 'today' }), updated_at: 1_050 }, 1_090, undefined],
  [answer({ preset: 'yesterday' }), 9_000, undefined],
  [answer({ preset: 'today' }, { freeze_time: true }), 9_000, undefined],
  [answer({ ts_from: 1, ts_to: 900 }), 9_000, undefined],
  [answer(undefined), 9_000, undefined],
])('%j at %d is behind by %s', (results, now, lag) => {
  expect(lagSeconds(results, now)).toBe(lag)
})
