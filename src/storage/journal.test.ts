import { expect, test } from 'vitest'
import { MinuteJournal } from './journal.ts'

test('tells the newest append of a stretch, and where it was first touched after one', () => {
  const log = new MinuteJournal()
  log.record([10, 20])
  log.record([12])
  log.record([20, 30])
  expect(log.current).toBe(3)
  const stretches = [
    [0, 6_000],
    [600, 660],
    [660, 780],
    [1_230, 1_231],
    [1_260, 1_800],
  ] as const
  expect(stretches.map(([from, to]) => log.newest(from, to))).toEqual([3, 1, 2, 3, 0])
  const after = (sequence: number) => stretches.map(([from, to]) => log.touchedAfter(sequence, from, to))
  expect(after(0)).toEqual([600, 600, 720, 1_230, 1_800])
  expect(after(1)).toEqual([720, 660, 720, 1_230, 1_800])
  expect(after(2)).toEqual([1_200, 660, 780, 1_230, 1_800])
  expect(after(3)).toEqual([6_000, 660, 780, 1_231, 1_800])
})
