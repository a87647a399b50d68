import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TimeRange } from '../../schema/time-range.ts'
import { runs } from '../../testing/depth.ts'
import { resolveRange } from './resolve.ts'

const timezones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Apia',
]
const second = fc.integer({ min: Date.UTC(2005, 0) / 1000, max: Date.UTC(2030, 0) / 1000 })
const steps = fc.constantFrom(undefined, 2500, 1800, 3600, 43_200, 90_000, 86_400, 2 * 86_400, 604_800)
const ago = fc.integer({ min: 0, max: 4_000_000 })
const ends = fc.oneof(
  fc.record({
    preset: fc.constantFrom('today', 'yesterday', 'last_hour', 'last_90_days', 'last_17_minutes'),
  }),
  fc.tuple(ago, ago).map(([a, b]) => ({ ts_from: -Math.max(a, b), ts_to: -Math.min(a, b) })),
  fc.tuple(second, ago).map(([a, length]) => ({ ts_from: a, ts_to: a + length })),
)
const moment = fc
  .tuple(second, fc.integer({ min: 0, max: 999 }))
  .map(([whole, ms]) => (whole * 1000 + ms) / 1000)

function holds(property: (range: TimeRange, timezone: string, now: number, later: number) => void): void {
  const check = fc.property(ends, steps, fc.constantFrom(...timezones), moment, fc.nat(999), (...drawn) => {
    const [ends, step, timezone, now, later] = drawn
    property({ ...ends, timezone, ...(step !== undefined && { step }) }, timezone, now, later / 1000)
  })
  fc.assert(check, { numRuns: runs(1_000) })
}

const resolve = (range: TimeRange, now: number) => resolveRange(range, now, { timezone: 'UTC' })

const clocks = new Map(
  timezones.map(timeZone => {
    const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const
    return [timeZone, new Intl.DateTimeFormat('sv-SE', options)]
  }),
)
/** The local date of a Unix second, YYYY-MM-DD. */
function dateAt(second: number, timezone: string): string {
  return (
    clocks
      .get(timezone)
      ?.format(second * 1000)
      .slice(0, 10) ?? ''
  )
}

test('periods cover the range without a gap, none longer than a step', () => {
  holds((range, _timezone, now) => {
    const { from, to, step, bounds } = resolve(range, now)
    expect([bounds[0], bounds.at(-1)]).toEqual([from, to])
    const longest = step % 86_400 === 0 ? step + 3600 : step
    const lengths = bounds.slice(1).map((end, i) => end - (bounds[i] ?? 0))
    expect(lengths.filter(length => length <= 0 || length > longest)).toEqual([])
  })
})

test('periods meet on multiples of the step, days at the start of a local date', () => {
  holds((range, timezone, now) => {
    const { step, bounds } = resolve(range, now)
    const inner = bounds.slice(1, -1)
    const stray = inner.filter(bound =>
      step % 86_400 === 0 ? !startsDate(bound, step / 86_400, timezone) : bound % step,
    )
    expect(stray).toEqual([])
  })
})

function startsDate(bound: number, days: number, timezone: string): boolean {
  const date = dateAt(bound, timezone)
  const day = Date.parse(date) / 86_400_000
  // Samoa went from the 29th to the 31st in one moment, which is the start of both days.
  const also = date === '2011-12-31' && timezone === 'Pacific/Apia' && (day - 1) % days === 0
  return dateAt(bound - 1, timezone) < date && (day % days === 0 || also)
}

test('without a step there are at most 120 periods, and a shorter step would make more', () => {
  const ladder = [1, 5, 10, 30, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 604_800, 2_592_000]
  holds(({ step: _, ...range }, _timezone, now) => {
    const { from, to, step, bounds } = resolve(range, now)
    expect(ladder).toContain(step)
    expect(bounds.length - 1).toBeLessThanOrEqual(120)
    const shorter = ladder[ladder.indexOf(step) - 1]
    if (shorter === undefined || shorter >= 86_400 || step === 60) return
    if (step === 86_400 && to - from > 6 * 86_400) return
    const periods = Math.ceil(to / shorter) - Math.floor(from / shorter)
    expect(periods).toBeGreaterThan(120)
  })
})

test('a range that slides ends in the period of its end, and is as long as asked for', () => {
  holds((range, _timezone, now) => {
    const { ts_from, ts_to } = range
    if (ts_from === undefined || ts_to === undefined || ts_from > 0) return
    const { from, to, step } = resolve(range, now)
    const day = step % 86_400 === 0 ? 3600 : 0
    expect(to).toBeGreaterThanOrEqual(now + ts_to)
    expect(to - (now + ts_to)).toBeLessThan(step + day)
    expect(to - from).toBeGreaterThanOrEqual(ts_to - ts_from - day)
    expect(to - from).toBeLessThan(ts_to - ts_from + step + day)
  })
})

test('a range keeps its bounds until validUntil, and has others then', () => {
  holds((range, _timezone, now, later) => {
    const { bounds, validUntil, relative } = resolve(range, now)
    expect(validUntil === null).toBe(!relative)
    if (validUntil === null) return
    expect(validUntil).toBeGreaterThan(now)
    const between = Math.floor((now + (validUntil - now) * later) * 1000) / 1000
    expect(resolve(range, Math.max(now, between)).bounds).toEqual(bounds)
    const moved = resolve(range, validUntil)
    expect([moved.from, moved.to]).not.toEqual([bounds[0], bounds.at(-1)])
  })
})
