import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTicks, timeTicks } from './ticks.ts'

const counts: [max: number, wanted: number, ticks: number[]][] = [
  [0, 3, [0]],
  [1, 3, [0, 1]],
  [3, 3, [0, 1, 2, 3]],
  [7, 3, [0, 5, 10]],
  [92, 3, [0, 50, 100]],
  [1000, 4, [0, 500, 1000]],
  [1234, 3, [0, 500, 1000, 1500]],
]
for (const [max, wanted, ticks] of counts)
  test(`about ${wanted} marks up to ${max}`, () => expect(countTicks(max, wanted)).toEqual(ticks))

test('count marks are whole, even, few, and reach the maximum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 48 }), fc.integer({ min: 1, max: 8 }), (max, wanted) => {
      const ticks = countTicks(max, wanted)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
      expect(ticks.length).toBeLessThanOrEqual(wanted + 2)
      expect(ticks.every((tick, i) => tick === i * (ticks[1] ?? 0) && Number.isInteger(tick))).toBe(true)
    }),
  )
})

const at = (text: string) => Date.parse(text) / 1000
const times: [name: string, from: string, to: string, wanted: number, zone: string, labels: string[]][] = [
  ['an hour', '2026-11-03T14:07:00Z', '2026-11-03T15:07:00Z', 4, 'UTC', ['14:15', '14:30', '14:45', '15:00']],
  [
    'a minute',
    '2026-11-03T14:07:05Z',
    '2026-11-03T14:08:05Z',
    4,
    'UTC',
    ['14:07:15', '14:07:30', '14:07:45', '14:08:00'],
  ],
  [
    'over midnight',
    '2026-11-03T20:00:00Z',
    '2026-11-04T04:00:00Z',
    4,
    'UTC',
    ['20:00', '22:00', 'Nov 4', '02:00', '04:00'],
  ],
  [
    'a week',
    '2026-11-03T05:00:00Z',
    '2026-11-10T05:00:00Z',
    7,
    'UTC',
    ['Nov 4', 'Nov 5', 'Nov 6', 'Nov 7', 'Nov 8', 'Nov 9', 'Nov 10'],
  ],
  [
    'in another zone',
    '2026-11-03T14:07:00Z',
    '2026-11-03T15:07:00Z',
    4,
    'Asia/Kolkata',
    ['19:45', '20:00', '20:15', '20:30'],
  ],
]
for (const [name, from, to, wanted, zone, labels] of times)
  test(`time marks of ${name}`, () =>
    expect(timeTicks(at(from), at(to), wanted, zone).map(tick => tick.label)).toEqual(labels))

test('day marks stay on local midnights across a clock change', () => {
  const ticks = timeTicks(at('2026-03-27T23:00:00Z'), at('2026-03-30T22:00:00Z'), 3, 'Europe/Berlin')
  expect(ticks.map(tick => new Date(tick.value * 1000).toISOString().slice(0, 16))).toEqual([
    '2026-03-27T23:00',
    '2026-03-28T23:00',
    '2026-03-29T22:00',
    '2026-03-30T22:00',
  ])
})
