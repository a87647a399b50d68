import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barAt, barChart, type Stack, segmentAt, stackOfRange } from './bars.ts'
import type { Box } from './box.ts'

const box: Box = { width: 140, height: 120, top: 10, right: 0, bottom: 10, left: 40 }
const stacks = (...counts: number[][]): Stack[] =>
  counts.map((list, i) => ({ ts_from: i * 60, ts_to: (i + 1) * 60, counts: list }))

test('bars share the width and stand on the base line', () => {
  const chart = barChart(stacks([5], [10], [0], [1, 2]), box, 1e9, 'UTC')
  expect(chart.yOf(10)).toBe(box.top)
  expect(chart.bars.map(bar => [bar.x, bar.width, bar.total])).toEqual([
    [40, 24, 5],
    [65, 24, 10],
    [90, 24, 0],
    [115, 24, 3],
  ])
  expect(chart.bars.map(bar => bar.segments)).toEqual([
    [{ series: 0, y: 60, height: 50 }],
    [{ series: 0, y: 10, height: 100 }],
    [],
    [
      { series: 0, y: 100, height: 10 },
      { series: 1, y: 80, height: 20 },
    ],
  ])
})

test('one event among a million is still a pixel', () => {
  const chart = barChart(stacks([1], [1_000_000]), box, 1e9, 'UTC')
  expect(chart.bars[0]?.segments).toEqual([{ series: 0, y: 109, height: 1 }])
})

test('something above zero is marked, whatever the tallest bar and the height', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 48 }), fc.integer({ min: 60, max: 600 }), (most, height) => {
      const marks = barChart(stacks([most]), { ...box, height }, 1e9, 'UTC').yTicks.map(({ value }) => value)
      expect(marks.length).toBeGreaterThan(1)
      expect(Math.max(...marks)).toBeLessThanOrEqual(most)
    }),
  )
})

test('only the period that is running is open', () => {
  const chart = barChart(stacks([1], [1], [1]), box, 90, 'UTC')
  expect(chart.bars.map(bar => bar.isOpen)).toEqual([false, true, false])
})

test('no periods and no width draw nothing and do not fail', () => {
  expect(barChart([], box, 0, 'UTC').bars).toEqual([])
  expect(barChart(stacks([4]), { ...box, width: 0 }, 1e9, 'UTC').bars).toHaveLength(1)
})

test('every pixel belongs to the bar that is drawn there', () => {
  const chart = barChart(stacks([5], [10], [0], [3]), box, 1e9, 'UTC')
  const at: [x: number, bar: number][] = [
    [-5, 0],
    [40, 0],
    [64, 0],
    [65, 1],
    [114, 2],
    [115, 3],
    [900, 3],
  ]
  for (const [x, bar] of at) expect(barAt(chart, x)).toBe(bar)
  expect(barAt(barChart([], box, 0, 'UTC'), 5)).toBe(-1)
})

test('a drag means the same in both directions', () => {
  expect(stackOfRange(stacks([1], [2], [3]), 0, 1)).toEqual({ ts_from: 0, ts_to: 120, counts: [3] })
  expect(stackOfRange(stacks([1], [2], [3]), 2, 1)).toEqual({ ts_from: 60, ts_to: 180, counts: [5] })
  expect(stackOfRange([], 0, 0)).toBeUndefined()
})

test('bars neither overlap nor leave the plot, whatever the counts', () => {
  const counts = fc.array(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 90,
  })
  fc.assert(
    fc.property(counts, lists => {
      const chart = barChart(stacks(...lists), box, 1e9, 'UTC')
      let end = box.left
      for (const bar of chart.bars) {
        expect(bar.x).toBeGreaterThanOrEqual(end)
        end = bar.x + bar.width
        // Each series may take one pixel more than its share.
        for (const part of bar.segments) expect(part.y).toBeGreaterThanOrEqual(box.top - 3)
      }
      expect(end).toBeLessThanOrEqual(box.width)
    }),
  )
})

test.each([
  [0, 105, 0],
  [0, 95, 1],
  [0, 50, undefined],
  [7, 105, undefined],
])('bar %d at the height %d is series %s', (index, y, series) => {
  const chart = barChart(stacks([1, 2], [10, 0]), box, 1e9, 'UTC')
  expect(segmentAt(chart, index, y)).toBe(series)
})

test('counts before are a line in steps over the bars, on one scale with them, broken where there are none', () => {
  const stacks = [1, 2, 3, 4].map(i => ({ ts_from: i * 10, ts_to: i * 10 + 10, counts: [i] }))
  const box = { width: 40, height: 100, top: 0, right: 0, bottom: 0, left: 0 }
  const chart = barChart(stacks, box, 1_000, 'UTC', [undefined, 10, 5, 0])
  expect(chart.yOf(10)).toBe(box.top)
  expect(chart.beforeLine).toBe('M10 0H20V50H30V100H40')
  expect(barChart(stacks, box, 1_000, 'UTC', [5, undefined, 10]).beforeLine).toBe('M0 50H10M20 0H30')
  expect(barChart(stacks, box, 1_000, 'UTC').beforeLine).toBe('')
})
