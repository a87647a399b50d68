import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineAt, lineChart, pointAt } from './lines.ts'

const box = { width: 110, height: 120, top: 0, right: 0, bottom: 20, left: 10 }
const samples = (...values: number[][]) =>
  values.map((each, index) => ({ ts_from: index * 10, ts_to: (index + 1) * 10, values: each }))
const numbersOf = (path: string) => (path.match(/-?[\d.]+/g) ?? []).map(Number)

test('points lie in the middle of their periods, on one scale', () => {
  const chart = lineChart(samples([0, 50], [100, 0]), box, 'UTC')
  expect(chart.xs).toEqual([35, 85])
  expect(chart.lines.map(({ line }) => line)).toEqual(['M35 100L85 0', 'M35 50L85 100'])
  expect(chart.lines[0]?.area).toBe('M35 100L85 0L85 100L35 100Z')
  expect(chart.yTicks.map(({ value }) => value)).toEqual([0, 50, 100])
})

test('a line has a gap where it has no value, and negative values lie below zero', () => {
  const gap = Number.NaN
  const chart = lineChart(samples([1], [gap], [2], [-2]), box, 'UTC')
  expect(chart.lines[0]?.line).toBe('M20.5 25L24.5 25M72.5 0L97.5 100')
  expect(chart.lines[0]?.area).toContain('L97.5 50L72.5 50Z')
  expect(chart.yTicks.map(({ value, y }) => [value, y])).toEqual([
    [0, 50],
    [1, 25],
    [2, 0],
  ])
  expect(lineAt(chart, [gap, 2], 0)).toBe(1)
})

test('one point is a short line, and no point none', () => {
  expect(lineChart(samples([5]), box, 'UTC').lines[0]?.line).toBe('M58 0L62 0')
  expect(lineChart([], box, 'UTC').lines).toEqual([])
})

test('counts have whole marks, other values round ones', () => {
  expect(lineChart(samples([1], [2]), box, 'UTC').yTicks.map(({ value }) => value)).toEqual([0, 1, 2])
  expect(
    lineChart(samples([0.2], [0.4]), box, 'UTC', { base: 1000 }).yTicks.map(({ value }) => value),
  ).toEqual([0, 0.2, 0.4])
})

test('a curve never leaves the range of the values', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000), { minLength: 3, maxLength: 30 }), values => {
      const chart = lineChart(samples(...values.map(value => [value])), box, 'UTC', { isSmooth: true })
      const ys = numbersOf(chart.lines[0]?.line ?? '').filter((_, index) => index % 2 === 1)
      for (const y of ys) {
        expect(y).toBeGreaterThanOrEqual(-0.02)
        expect(y).toBeLessThanOrEqual(100.02)
      }
    }),
    { seed: 7 },
  )
})

test.each([
  [[], 50, -1],
  [[10, 20, 30], 0, 0],
  [[10, 20, 30], 24, 1],
  [[10, 20, 30], 99, 2],
])('the point of %j at %d is %d', (xs, x, index) => {
  expect(pointAt(xs, x)).toBe(index)
})

test.each([
  [52, 0],
  [3, 1],
  [30, undefined],
])('a click at the height of %d means line %s', (y, line) => {
  const chart = lineChart(samples([50, 100], [50, 100]), box, 'UTC')
  expect(lineAt(chart, [50, 100], y)).toBe(line)
})
