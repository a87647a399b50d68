import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { isoOf, parseText } from './testing/row.ts'
import { daysInMonth, daysSinceEpoch } from './time/calendar.ts'

test('days since the epoch, every day of four centuries', () => {
  let days = 0
  for (let year = 1970; year < 2370; year++)
    for (let month = 1; month <= 12; month++) {
      expect(daysSinceEpoch(year, month, 1)).toBe(days)
      expect(daysSinceEpoch(year, month, 17)).toBe(days + 16)
      days += daysInMonth(year, month)
    }
  expect(days * 86_400_000).toBe(Date.UTC(2370, 0, 1))
  expect(daysSinceEpoch(1969, 12, 31)).toBe(-1)
})

const second = fc.integer({ min: 0, max: Date.UTC(2255, 0, 1) / 1000 })

test('an RFC 3339 stamp is what Date reads, to the microsecond', () => {
  const two = (n: number): string => String(n).padStart(2, '0')
  fc.assert(
    fc.property(
      second,
      fc.integer({ min: -14 * 60, max: 14 * 60 }),
      fc.stringMatching(/^[0-9]{0,9}$/),
      (at, east, fraction) => {
        fc.pre(at + east * 60 >= 0)
        const wall = new Date((at + east * 60) * 1000).toISOString().slice(0, 19)
        const offset = `${east < 0 ? '-' : '+'}${two(Math.floor(Math.abs(east) / 60))}:${two(Math.abs(east) % 60)}`
        const stamp = `${wall}${fraction === '' ? '' : `.${fraction}`}${east === 0 ? 'Z' : offset}`
        const micros = at * 1_000_000 + Number(fraction.padEnd(6, '0').slice(0, 6))
        expect([stamp, parseText(`<13>1 ${stamp} h a - - - t`).ts]).toEqual([stamp, micros])
        expect([stamp, parseText(`<13>${stamp} h a: t`).ts]).toEqual([stamp, micros])
      },
    ),
    { numRuns: runs(1_000) },
  )
})

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

test('a stamp without a year is of the year that puts it nearest to its receipt', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(1980, 0, 1) / 1000, max: Date.UTC(2240, 0, 1) / 1000 }),
      fc.integer({ min: -190 * 86_400, max: 190 * 86_400 }),
      (received, away) => {
        const sent = new Date((received + away) * 1000)
        const name = months[sent.getUTCMonth()]
        const clock = sent.toISOString().slice(11, 19)
        const line = `<13>${name} ${String(sent.getUTCDate()).padStart(2)} ${clock} h a: t`
        // The nearest of all years with such a day.
        const nearest = Array.from({ length: 17 }, (_, i) => sent.getUTCFullYear() - 8 + i)
          .map(year => Date.parse(`${year}${sent.toISOString().slice(4)}`) / 1000)
          .filter(at => new Date(at * 1000).getUTCDate() === sent.getUTCDate())
          .sort((a, b) => Math.abs(a - received) - Math.abs(b - received))[0]
        const read = parseText(line, { receivedAt: received * 1_000_000 }).ts
        // In the middle between two years the parser may choose either for a while: it goes by the minute.
        if (Math.abs(Math.abs((nearest ?? 0) - received) - 182.5 * 86_400) > 2 * 86_400)
          expect([line, isoOf(read)]).toEqual([line, isoOf((nearest ?? 0) * 1_000_000)])
      },
    ),
    { numRuns: runs(2_000) },
  )
})
