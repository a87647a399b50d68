import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Span } from '../../contract/time-span.ts'
import { type Cover, coarsestWithin, coverOf, type Level, levelSeconds, levels } from './cover.ts'

const day = levelSeconds.day
const anySecond = fc.oneof(
  fc.integer({ min: 0, max: 4 * day }),
  fc.integer({ min: 0, max: 4 * 24 }).map(hour => hour * levelSeconds.hour),
  fc.integer({ min: 0, max: 4 * 24 * 60 }).map(minute => minute * levelSeconds.minute),
)
const anyLevel = fc.constantFrom(...levels)

function spansOf(cover: Cover): (Span & { level: Level })[] {
  return levels
    .flatMap(level => cover[level].map(span => ({ ...span, level })))
    .sort((a, b) => a.from - b.from)
}

test('a cover is the whole range and nothing else, in whole lengths of each level, as few as can be', () => {
  fc.assert(
    fc.property(anySecond, anySecond, anyLevel, (a, b, coarsest) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const spans = spansOf(coverOf({ from, to }, coarsest))
      let end = from
      for (const span of spans) {
        expect(span.from).toBe(end)
        expect(span.from).toBeLessThan(span.to)
        expect([span.from % levelSeconds[span.level], span.to % levelSeconds[span.level]]).toEqual([0, 0])
        expect(levels.indexOf(span.level)).toBeGreaterThanOrEqual(levels.indexOf(coarsest))
        // Uses the next longer level wherever a whole tile of it fits.
        const longer = levels[levels.indexOf(span.level) - 1]
        if (longer !== undefined && span.level !== coarsest) {
          const whole = Math.ceil(span.from / levelSeconds[longer]) * levelSeconds[longer]
          expect(whole + levelSeconds[longer]).toBeGreaterThan(span.to)
        }
        end = span.to
      }
      expect(end).toBe(to)
    }),
  )
})

test('the ends of a range are quarters of days before hours', () => {
  const hour = levelSeconds.hour
  expect(coverOf({ from: 4 * hour, to: day + 13 * hour + 60 }, 'day')).toEqual({
    day: [],
    quarterDay: [{ from: 6 * hour, to: day + 12 * hour }],
    hour: [
      { from: 4 * hour, to: 6 * hour },
      { from: day + 12 * hour, to: day + 13 * hour },
    ],
    minute: [{ from: day + 13 * hour, to: day + 13 * hour + 60 }],
    second: [],
  })
})

test('no bound of a period cuts what is counted as one', () => {
  fc.assert(
    fc.property(fc.array(anySecond, { minLength: 2, maxLength: 6 }), seconds => {
      const bounds = [...new Set(seconds)].sort((a, b) => a - b)
      const level = coarsestWithin(bounds)
      const fits = (other: Level) => bounds.slice(1, -1).every(bound => bound % levelSeconds[other] === 0)
      expect(level).toBe(levels.find(fits))
    }),
  )
})
