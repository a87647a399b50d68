import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AreaSeries, areaChart, bandAt } from './areas.ts'

const box = { width: 110, height: 120, top: 0, right: 0, bottom: 20, left: 10 }
const above: AreaSeries = { side: 'above' }
const below: AreaSeries = { side: 'below' }
const samples = (...values: number[][]) =>
  values.map((each, index) => ({ ts_from: index * 10, ts_to: (index + 1) * 10, values: each }))
const pointsOf = (path: string) =>
  path
    .slice(1)
    .replace('Z', '')
    .split('L')
    .map(point => point.split(' ').map(Number))

test('bands stand on each other, from edge to edge of the plot', () => {
  const chart = areaChart(samples([1, 3], [2, 2]), [above, above], box, 'UTC')
  expect(chart.zero).toBe(100)
  expect(chart.bands.map(({ edge }) => edge)).toEqual(['M10 75L35 75L85 50L110 50', 'M10 0L35 0L85 0L110 0'])
  expect(chart.bands[1]?.area).toBe('M10 0L35 0L85 0L110 0L110 50L85 50L35 75L10 75Z')
})

test('a shape below is mirrored at the same scale', () => {
  const chart = areaChart(samples([30, 10], [30, 10]), [above, below], box, 'UTC')
  expect(chart.zero).toBe(75)
  expect(chart.bands.map(({ edge }) => pointsOf(edge)[1]?.[1])).toEqual([0, 100])
  for (const { y, value } of chart.yTicks) {
    expect(Math.abs(y - chart.zero)).toBeCloseTo(value * 2.5, 1)
  }
})

test.each([
  { what: 'a fixed top leaves room over the figures', scale: { top: 100 }, values: [50], y: 50 },
  { what: 'without one the largest figure is at the top', scale: {}, values: [50], y: 0 },
  { what: 'nothing but zeros lies on the base line', scale: {}, values: [0], y: 100 },
])('$what', ({ scale, values, y }) => {
  const chart = areaChart(samples(values), [above], box, 'UTC', scale)
  expect(pointsOf(chart.bands[0]?.edge ?? '')[1]?.[1]).toBe(y)
})

test('figures over the fixed top stay inside, and the axis may begin before them', () => {
  const late = [{ ts_from: 50, ts_to: 100, values: [150] }]
  const chart = areaChart(late, [above], box, 'UTC', { top: 100, from: 0 })
  expect(chart.bands[0]?.edge).toBe('M60 0L85 0L110 0')
})

test('marks of bytes are round in the unit that fits', () => {
  const chart = areaChart(samples([3.2 * 1024 ** 3]), [above], box, 'UTC', { base: 1024 })
  expect(chart.yTicks.map(({ value }) => value / 1024 ** 3)).toEqual([0, 2])
})

test('no band leaves the plot, whatever the figures', () => {
  const value = fc.double({ min: 0, max: 1e15, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 20 }), rows => {
      const chart = areaChart(samples(...rows), [above, below, above], box, 'UTC')
      const outside = chart.bands
        .flatMap(({ area }) => pointsOf(area))
        .filter(([x = Number.NaN, y = Number.NaN]) => !(x >= 10 && x <= 110 && y >= -0.02 && y <= 100.02))
      expect(outside).toEqual([])
      expect(chart.yTicks.filter(({ y }) => !(y >= -0.02 && y <= 100.02))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test.each([
  { y: 90, band: 1, what: 'the first with a height' },
  { y: 60, band: 2, what: 'the one above it' },
  { y: 20, band: undefined, what: 'nothing above all bands' },
  { y: 110, band: undefined, what: 'nothing below zero' },
])('at a height of $y lies $what', ({ y, band }) => {
  const three = [above, above, above]
  const chart = areaChart(samples([0, 1, 2], [0, 2, 2]), three, box, 'UTC')
  expect(bandAt(chart, three, [0, 1, 2], y)).toBe(band)
})

test('a mirrored band is found on its side', () => {
  const chart = areaChart(samples([30, 10]), [above, below], box, 'UTC')
  expect([70, 80].map(y => bandAt(chart, [above, below], [30, 10], y))).toEqual([0, 1])
})
