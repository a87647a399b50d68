import { expect, test } from 'vitest'
import { findDueDays } from './due-days.ts'

const noon = Date.UTC(2026, 0, 10, 12)
/** Days of January 2026, with their bytes. */
const january = (days: Record<number, number>) =>
  new Map(
    Object.entries(days).map(
      ([day, bytes]) => [`202601${day.padStart(2, '0')}`, { rows: 1, bytes }] as const,
    ),
  )
const even = january({ 1: 10, 2: 10, 8: 10, 9: 10, 10: 10 })

test.each<
  [
    name: string,
    stored: Parameters<typeof findDueDays>[0],
    days: number,
    bytes: number,
    expired: number[],
    excess: number[],
  ]
>([
  ['nothing is stored', new Map(), 1, 1, [], []],
  ['all is young, and no size is set', even, 30, 0, [], []],
  ['a day that ended less than the limit of days ago stays', even, 8, 0, [1], []],
  ['all fits', even, 30, 50, [], []],
  ['a byte too much takes a day', even, 30, 49, [], [1]],
  ['as many as it takes', even, 30, 20, [], [1, 2, 8]],
  ['the day that has not ended stays, whatever it takes', even, 30, 1, [], [1, 2, 8, 9]],
  ['old days count no longer', even, 7, 30, [1, 2], []],
  ['old days go first', even, 7, 20, [1, 2], [8]],
  ['the newest day stays, although it has ended', january({ 3: 5, 4: 5 }), 30, 1, [], [3]],
  ['days ahead of the clock stay', january({ 3: 5, 20: 5, 21: 5 }), 30, 1, [], [3]],
  ['the newest day goes when it is old', january({ 3: 5, 4: 5 }), 1, 1, [3, 4], []],
])('%s', (_, stored, days, bytes, expired, excess) => {
  const names = (list: readonly number[]) => list.map(day => `202601${String(day).padStart(2, '0')}`)
  expect(findDueDays(stored, { days, bytes }, noon)).toEqual({
    expired: names(expired),
    excess: names(excess),
  })
})

test('partitions that are no days are left alone', () => {
  const stored = new Map([['all', { rows: 1, bytes: 9 }], ...january({ 1: 1 })])
  expect(findDueDays(stored, { days: 1, bytes: 1 }, noon)).toEqual({ expired: ['20260101'], excess: [] })
})

test('held days stay, and others go for their size in their place', () => {
  const due = (limits: Parameters<typeof findDueDays>[1]) =>
    findDueDays(even, limits, noon, new Set(['20260101', '20260108']))
  expect(due({ days: 7, bytes: 0 })).toEqual({ expired: ['20260102'], excess: [] })
  expect(due({ days: 30, bytes: 30 })).toEqual({ expired: [], excess: ['20260102', '20260109'] })
  expect(due({ days: 7, bytes: 30 })).toEqual({ expired: ['20260102'], excess: ['20260109'] })
})
