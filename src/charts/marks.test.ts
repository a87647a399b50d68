import { expect, test } from 'vitest'
import { groupMarks, type Mark } from './marks.ts'

const mark = (at: number): Mark => ({ kind: 'firing', at, text: `at ${at}` })
const times = (ats: number[], box = { x0: 0, x1: 100, gap: 24 }) =>
  groupMarks(ats.map(mark), { from: 1_000, to: 1_100 }, box).map(({ x, marks }) => [
    x,
    ...marks.map(({ at }) => at),
  ])

test.each<[name: string, ats: number[], groups: number[][]]>([
  ['no marks', [], []],
  [
    'marks far apart',
    [1_060, 1_010],
    [
      [10, 1_010],
      [60, 1_060],
    ],
  ],
  [
    'near marks are one',
    [1_010, 1_033, 1_034],
    [
      [10, 1_010, 1_033],
      [34, 1_034],
    ],
  ],
  ['the end is exclusive, as of ranges', [999, 1_000, 1_100], [[0, 1_000]]],
])('%s', (_, ats, groups) => {
  expect(times(ats)).toEqual(groups)
})

test('many marks are as many groups as fit, and none is lost', () => {
  const groups = times(Array.from({ length: 5_000 }, (_, i) => 1_000 + i / 50))
  expect(groups.map(([x]) => x)).toEqual([0, 24, 48, 72, 96])
  expect(groups.reduce((sum, [, ...ats]) => sum + ats.length, 0)).toBe(5_000)
})

test('a chart without room has no marks', () => {
  expect(times([1_000], { x0: 36, x1: 0, gap: 24 })).toEqual([])
})
