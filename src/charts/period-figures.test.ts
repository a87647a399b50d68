import { expect, test } from 'vitest'
import { periodFigures } from './period-figures.ts'

/** Periods of one length from 0 on. */
const periods = (length: number, ...counts: number[]) => ({
  details: counts.map((count, index) => ({ ts_from: index * length, ts_to: (index + 1) * length, count })),
})
const day = 86_400

test.each([
  ['seconds', periods(1, 5, 7, 3), 3, { unit: 'second', values: { last: 3, avg: 5, max: 7, min: 3 } }],
  [
    'minutes, of which the last still runs',
    periods(60, 60, 120, 30),
    150,
    { unit: 'second', values: { last: 2, avg: 1.4, max: 2, min: 1 } },
  ],
  ['hours', periods(3_600, 10, 30), 7_200, { unit: 'hour', values: { last: 30, avg: 20, max: 30, min: 10 } }],
  ['days', periods(day, 10, 30), 2 * day, { unit: 'day', values: { last: 30, avg: 20, max: 30, min: 10 } }],
  [
    'a first day that still runs',
    periods(day, 12),
    day / 2,
    { unit: 'day', values: { last: undefined, avg: 24, max: 12, min: undefined } },
  ],
  [
    'periods to come',
    periods(60, 60, 0),
    60,
    { unit: 'second', values: { last: 1, avg: 1, max: 1, min: 1 } },
  ],
  [
    'nothing',
    periods(60),
    60,
    { unit: 'second', values: { last: undefined, avg: undefined, max: undefined, min: undefined } },
  ],
])('rates of %s', (_, results, now, wanted) => {
  expect(periodFigures(results, now)).toEqual(wanted)
})
