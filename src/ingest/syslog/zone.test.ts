import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { utc, zoneNamed } from './zone.ts'

const seconds = (iso: string): number => Date.parse(`${iso}Z`) / 1000
const iso = (utcSeconds: number): string => new Date(utcSeconds * 1000).toISOString().slice(0, 19)

describe('wall clock to UTC', () => {
  const cases: [zone: string, wall: string, utc: string][] = [
    ['UTC', '2026-01-02T03:04:05', '2026-01-02T03:04:05'],
    ['Europe/Berlin', '2026-01-02T03:04:05', '2026-01-02T02:04:05'],
    ['Europe/Berlin', '2026-07-02T03:04:05', '2026-07-02T01:04:05'],
    // 02:00 to 03:00 is left out: half past two is half past three.
    ['Europe/Berlin', '2026-03-29T01:59:59', '2026-03-29T00:59:59'],
    ['Europe/Berlin', '2026-03-29T02:30:00', '2026-03-29T01:30:00'],
    ['Europe/Berlin', '2026-03-29T03:00:00', '2026-03-29T01:00:00'],
    // 02:00 to 03:00 occurs twice: the first, still in summer time.
    ['Europe/Berlin', '2026-10-25T02:30:00', '2026-10-25T00:30:00'],
    ['Europe/Berlin', '2026-10-25T03:00:00', '2026-10-25T02:00:00'],
    ['Australia/Lord_Howe', '2026-04-05T01:45:00', '2026-04-04T14:45:00'],
    ['Australia/Lord_Howe', '2026-10-04T02:15:00', '2026-10-03T15:45:00'],
    ['Asia/Kathmandu', '2026-01-02T03:04:05', '2026-01-01T21:19:05'],
    // A whole day was left out.
    ['Pacific/Apia', '2011-12-30T12:00:00', '2011-12-30T22:00:00'],
    ['Pacific/Kiritimati', '2026-01-02T03:04:05', '2026-01-01T13:04:05'],
  ]
  test.each(cases)('%s %s', (zone, wall, wanted) => {
    expect(iso(zoneNamed(zone).toUtc(seconds(wall)))).toBe(wanted)
  })
})

test('the names of UTC are one zone, an unknown name is refused by name', () => {
  expect(zoneNamed('UTC')).toBe(utc)
  expect(() => zoneNamed('Mars/Olympus')).toThrow(/Mars\/Olympus/)
})

/** Every instant at which the zone's clock shows the reading, looked for minute by minute. */
function instantsOf(name: string, wall: number): number[] {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' })
  const found: number[] = []
  for (let at = wall - 15 * 3_600; at <= wall + 15 * 3_600; at += 900)
    if (seconds(clock.format(at * 1000).replace(' ', 'T')) === wall) found.push(at)
  return found
}

test('the first of all instants that the clock of the zone shows as the reading', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Africa/Casablanca',
    'Asia/Tehran',
  ]
  // Days around the changes of several years, so that gaps and overlaps are common.
  const days = fc.constantFrom(
    ...[
      '2026-03-08',
      '2026-11-01',
      '2026-03-29',
      '2026-10-25',
      '2026-04-05',
      '2026-10-04',
      '2026-02-15',
      '2026-03-22',
      '2021-03-22',
      '2024-02-29',
    ],
  )
  fc.assert(
    fc.property(fc.constantFrom(...zones), days, fc.integer({ min: 0, max: 191 }), (name, date, quarter) => {
      const wall = seconds(`${date}T00:00:00`) - 43_200 + quarter * 900
      const [first] = instantsOf(name, wall)
      const read = zoneNamed(name).toUtc(wall)
      if (first !== undefined) expect(iso(read)).toBe(iso(first))
      // In a gap: as much later as the gap is long, which the clock then shows.
      else expect(instantsOf(name, wall + 3_600).concat(instantsOf(name, wall + 1_800))).toContain(read)
    }),
    { numRuns: 300 },
  )
})
