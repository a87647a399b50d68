import { expect, test } from 'vitest'
import { readSearchState } from '../../search/state/search-state.ts'
import { countsBefore, countsBeforeRequest } from './counts-before.ts'

const day = 86_400
const minute = 60
const start = 1_767_225_600
/** A range of three and a half minutes: the first period is cut short, the last one is not over. */
const periods = [
  { ts_from: start + 30, ts_to: start + minute },
  { ts_from: start + minute, ts_to: start + 2 * minute },
  { ts_from: start + 2 * minute, ts_to: start + 3 * minute },
  { ts_from: start + 3 * minute, ts_to: start + 3 * minute + 40 },
]
const stateOf = (query: string) => readSearchState(query)

test('whole periods of a day or a week before are asked for, with the filters of the search', () => {
  const request = countsBeforeRequest(stateOf('vs=week&f=host:eq:fw-1'), periods, 'UTC')
  expect(request?.params).toEqual({
    time_range: {
      ts_from: start + minute - 7 * day,
      ts_to: start + 4 * minute - 7 * day,
      step: minute,
      timezone: 'UTC',
    },
    filter: [{ field: 'host', op: 'eq', value: 'fw-1' }],
  })
  expect(countsBeforeRequest(stateOf(''), periods, 'UTC')).toBeUndefined()
  expect(countsBeforeRequest(stateOf('vs=day'), [], 'UTC')).toBeUndefined()
})

test('each count is of the same local time, and a period that is cut short has none', () => {
  const details = [1, 2, 3].map(count => {
    const ts_from = start + count * minute - day
    return { ts_from, ts_to: ts_from + minute, count }
  })
  expect(countsBefore(periods, details, 'day', 'UTC')).toEqual([undefined, 1, 2, 3])
})

test('a day before the clocks change is a local day', () => {
  // 2026-03-29 12:00 in Berlin is 23 hours after 2026-03-28 12:00.
  const noon = Date.UTC(2026, 2, 29, 10) / 1_000
  const hours = [0, 1, 2].map(i => ({ ts_from: noon + i * 3_600, ts_to: noon + (i + 1) * 3_600 }))
  const request = countsBeforeRequest(stateOf('vs=day'), hours, 'Europe/Berlin')
  expect(request?.params.time_range?.ts_from).toBe(noon - 23 * 3_600)
})
