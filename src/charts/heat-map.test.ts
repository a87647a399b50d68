import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Stack } from './bars.ts'
import type { Box } from './box.ts'
import { cellAt, heatColours, heatColoursFor, heatLevelOf, heatLevels, heatMap } from './heat-map.ts'

const box: Box = { width: 60, height: 40, top: 0, right: 0, bottom: 0, left: 20 }
const stacks = (...counts: number[][]): Stack[] =>
  counts.map((list, i) => ({ ts_from: i * 60, ts_to: (i + 1) * 60, counts: list }))

test('a row for each value and a column for each period, with gaps', () => {
  const map = heatMap(stacks([1, 0], [5, 2]), 2, box, 90, 'UTC')
  expect(map.rows).toEqual([
    { y: 0, height: 20 },
    { y: 20, height: 20 },
  ])
  expect(map.columns).toEqual([
    { ts_from: 0, ts_to: 60, x: 20, width: 20, isOpen: false },
    { ts_from: 60, ts_to: 120, x: 40, width: 20, isOpen: true },
  ])
  expect(map.counts).toEqual([
    [1, 5],
    [0, 2],
  ])
  expect(map.levels.map(({ from }) => from)).toEqual([1, 2, 3, 4, 5])
  expect(map.paths).toEqual(['M20 0h19v19h-19z', 'M40 20h19v19h-19z', '', '', 'M40 0h19v19h-19z'])
  expect(cellAt(map, 45, 25)).toEqual({ row: 1, column: 1 })
  expect(cellAt(map, 5, 25)).toEqual({ row: 1, column: 0 })
  expect(cellAt(map, 45, 40)).toBeUndefined()
})

test('periods that would be too narrow share a column', () => {
  const map = heatMap(stacks(...Array.from({ length: 17 }, () => [1])), 1, box, 1e9, 'UTC')
  expect(map.counts).toEqual([[3, 3, 3, 3, 3, 2]])
  expect(map.columns.map(({ ts_from }) => ts_from)).toEqual([0, 180, 360, 540, 720, 900])
  expect(map.columns.at(-1)).toMatchObject({ ts_to: 17 * 60, isOpen: false })
})

test('no periods and no values', () => {
  expect(heatMap([], 0, box, 0, 'UTC')).toMatchObject({ columns: [], rows: [], levels: [], paths: [] })
  expect(heatMap(stacks([0], [0]), 1, box, 0, 'UTC').paths).toEqual([])
})

test.each([
  ['nothing', [0, 0], []],
  ['one count', [7, 0, 7], [[7, 7]]],
  [
    'few counts',
    [1, 2, 3],
    [
      [1, 1],
      [2, 2],
      [3, 3],
    ],
  ],
  [
    'orders of magnitude',
    [1, 1_000_000],
    [
      [1, 9],
      [10, 99],
      [100, 999],
      [1_000, 9_999],
      [10_000, 99_999],
      [100_000, 1_000_000],
    ],
  ],
])('levels of %s', (_, counts, wanted) => {
  expect(heatLevels(counts).map(({ from, to }) => [from, to])).toEqual(wanted)
})

test('every count above zero has one level, and more is never paler', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 50 }), { minLength: 1, maxLength: 30 }), counts => {
      const levels = heatLevels(counts)
      expect(levels.length).toBeLessThanOrEqual(heatColours.length)
      expect(new Set(heatColoursFor(levels.length)).size).toBe(levels.length)
      let before = -1
      for (const count of counts.toSorted((left, right) => left - right)) {
        const level = heatLevelOf(levels, count)
        if (count === 0) expect(level).toBeUndefined()
        else {
          const { from = 0, to = 0 } = levels[level ?? -1] ?? {}
          expect(count).toBeGreaterThanOrEqual(from)
          expect(count).toBeLessThanOrEqual(to)
          expect(level).toBeGreaterThanOrEqual(before)
          before = level ?? -1
        }
      }
    }),
  )
})
