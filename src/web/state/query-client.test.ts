import { expect, test } from 'vitest'
import { ApiError } from '../api/http/api-error.ts'
import { retriesWhenBusy, retryDelayOf } from './query-client.ts'

const error = (status: number, retryAfterSeconds?: number) =>
  new ApiError(status, 'code', '', { retryAfterSeconds })

test.each([
  [0, error(429), true],
  [7, error(429), true],
  [8, error(429), false],
  [0, error(400), false],
  [0, error(503), false],
  [0, new Error('a bug'), false],
])('after %i failures and %o it retries: %s', (failures, cause, again) => {
  expect(retriesWhenBusy(failures, cause)).toBe(again)
})

test.each([
  [0, error(429), 1_000],
  [2, error(429), 4_000],
  [0, error(429, 7), 7_000],
  [0, error(429, 600), 30_000],
  [20, error(0), 30_000],
])('after %i failures and %o it waits %i ms', (failures, cause, wait) => {
  expect(retryDelayOf(failures, cause)).toBe(wait)
})
