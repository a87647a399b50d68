import { expect, test } from 'vitest'
import type { Range } from '../../time/range.ts'
import { canShiftLater, endsOf, shifted, upToNow } from './range-steps.ts'

const at = (text: string) => Date.parse(text) / 1000
const now = at('2026-11-03T14:30:00Z')
const span = (from: string, to: string) => ({ from: at(from), to: at(to) })

const ends: [range: Range, zone: string, ends: { from: number; to: number }][] = [
  [{ preset: 'last_15_minutes' }, 'UTC', span('2026-11-03T14:15Z', '2026-11-03T14:30Z')],
  [{ preset: 'last_week' }, 'UTC', span('2026-10-27T14:30Z', '2026-11-03T14:30Z')],
  [{ preset: 'today' }, 'UTC', span('2026-11-03T00:00Z', '2026-11-04T00:00Z')],
  [{ preset: 'yesterday' }, 'Asia/Kolkata', span('2026-11-01T18:30Z', '2026-11-02T18:30Z')],
  [{ from: 5, to: 9 }, 'UTC', { from: 5, to: 9 }],
]
for (const [range, zone, wanted] of ends)
  test(`${JSON.stringify(range)} in ${zone} has its ends`, () =>
    expect(endsOf(range, zone, now)).toEqual(wanted))

const shifts: [range: Range, direction: -1 | 1, wanted: Range][] = [
  [{ preset: 'last_1_hours' }, -1, span('2026-11-03T12:30Z', '2026-11-03T13:30Z')],
  [{ preset: 'today' }, -1, span('2026-11-02T00:00Z', '2026-11-03T00:00Z')],
  [{ from: 1000, to: 1100 }, 1, { from: 1100, to: 1200 }],
  [{ from: 20, to: 100 }, -1, { from: 0, to: 80 }],
]
for (const [range, direction, wanted] of shifts)
  test(`${JSON.stringify(range)} shifted by ${direction}`, () =>
    expect(shifted(range, direction, 'UTC', now)).toEqual(wanted))

const laters: [range: Range, can: boolean][] = [
  [{ preset: 'last_1_hours' }, false],
  [{ preset: 'today' }, false],
  [{ preset: 'yesterday' }, true],
  [{ from: now - 60, to: now - 1 }, true],
  [{ from: now - 60, to: now + 1 }, false],
]
for (const [range, can] of laters)
  test(`${JSON.stringify(range)} ${can ? 'has' : 'has no'} later range`, () =>
    expect(canShiftLater(range, now)).toBe(can))

const slides: [range: Range, preset: string][] = [
  [{ from: 0, to: 900 }, 'last_15_minutes'],
  [{ from: 10, to: 86_410 }, 'last_1_days'],
  [{ from: 10, to: 101 }, 'last_91_seconds'],
  [{ preset: 'last_2_weeks' }, 'last_2_weeks'],
]
for (const [range, preset] of slides)
  test(`${JSON.stringify(range)} up to now is ${preset}`, () =>
    expect(upToNow(range, 'UTC', now)).toEqual({ preset }))
