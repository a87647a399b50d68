import { expect, test } from 'vitest'
import { plotOf } from './box.ts'
import { timeAxis } from './time-axis.ts'

const day = 86_400
const from = Date.parse('2026-11-17T00:00:00Z') / 1_000
const plot = (width: number) => plotOf({ width, height: 120, top: 6, right: 2, bottom: 20, left: 36 })

test.each([
  ['a week', 7 * day, ['Nov 19', 'Nov 21', 'Nov 23']],
  ['an hour', 3_600, ['00:15', '00:30', '00:45']],
  ['a minute', 60, ['00:00:15', '00:00:30', '00:00:45']],
])('a narrow chart of %s has marks enough to read it', (_name, length, labels) => {
  expect(timeAxis(from, from + length, plot(360), 'UTC').ticks.map(({ label }) => label)).toEqual(labels)
})

test.each([200, 360, 700, 1_400])('labels neither touch nor leave the plot of %i pixels', width => {
  for (const length of [60, 900, 3_600, 6 * 3_600, day, 7 * day, 30 * day]) {
    const { ticks } = timeAxis(from, from + length, plot(width), 'UTC')
    let end = 36
    for (const { x, label } of ticks) {
      const half = (label.length * 6) / 2
      expect(x - half).toBeGreaterThanOrEqual(end)
      end = x + half
    }
    expect(end).toBeLessThanOrEqual(width)
  }
})
