import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../testing/depth.ts'
import { utc, zoneNamed, zoneOf } from './zone.ts'

const instant = (text: string): number => Date.parse(`${text}Z`) / 1000
const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000

const midnights: [name: string, date: string, start: string, hours: number][] = [
  ['UTC', '2026-03-29', '2026-03-29T00:00:00', 24],
  ['Europe/Berlin', '2026-01-15', '2026-01-14T23:00:00', 24],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00', 25],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00', 23],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00', 25],
  ['Asia/Kolkata', '2026-06-01', '2026-05-31T18:30:00', 24],
  ['Asia/Kathmandu', '2026-06-01', '2026-05-31T18:15:00', 24],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00', 23.5],
  // The clock jumps from 23:59:59 to 01:00: the day begins with the jump.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00', 23],
  // The clock goes back from midnight to 23:00: the day before is longer.
  ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00', 25],
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00', 23],
  // The clock went back at 00:01 to 23:01: the first midnight counts.
  ['America/St_Johns', '2010-11-07', '2010-11-07T02:30:00', 25],
  // Samoa left 30 December 2011 out.
  ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00', 24],
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00', 0],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00', 24],
]
test.each(midnights)('%s %s begins at %s and lasts %d h', (name, date, start, hours) => {
  const day = dayNumber(date)
  const begins = zoneOf(name).startOfDay(day)
  expect(new Date(begins * 1000).toISOString().slice(0, 19)).toBe(start)
  expect((zoneOf(name).startOfDay(day + 1) - begins) / 3600).toBe(hours)
})

test('a second belongs to the day between whose starts it lies, in every zone', () => {
  for (const name of [...new Set(midnights.map(([name]) => name)), 'Africa/Casablanca', 'America/Havana']) {
    const zone = zoneOf(name)
    for (let day = dayNumber('2009-12-30'); day < dayNumber('2012-01-03'); day++) {
      const [start, end] = [zone.startOfDay(day), zone.startOfDay(day + 1)]
      if (start === end) continue
      expect([name, zone.dayOf(start - 1) < day, zone.dayOf(start), zone.dayOf(end - 1)]).toEqual([
        name,
        true,
        day,
        day,
      ])
    }
  }
})

test('offsets equal the offsets of Intl at every hour of years with changes', () => {
  for (const name of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'Africa/Monrovia']) {
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: name,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    for (
      let second = instant('2018-01-01T00:00:00');
      second < instant('2019-03-01T00:00:00');
      second += 3600
    ) {
      expect((second + zoneOf(name).offset(second)) * 1000).toBe(
        Date.parse(`${clock.format(second * 1000)}Z`),
      )
    }
  }
})

test.each(['Foo/Bar', '', '+05:30', '-03', 'UTC+1', 'Europe'])('%j is not a zone', name => {
  expect(zoneNamed(name)).toBeUndefined()
})

test('names are read in any case, and each once', () => {
  expect(zoneNamed('europe/berlin')).toBe(zoneNamed('Europe/Berlin'))
})

const offsets: [zone: string, moment: string, hours: number][] = [
  ['UTC', '2026-07-01T00:00:00Z', 0],
  ['Europe/Berlin', '2026-01-15T12:00:00Z', 1],
  ['Europe/Berlin', '2026-07-15T12:00:00Z', 2],
  ['Europe/Berlin', '2026-03-29T00:59:59Z', 1],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', 2],
  ['America/New_York', '2026-01-15T12:00:00Z', -5],
  ['Asia/Kolkata', '2026-01-15T12:00:00Z', 5.5],
]
for (const [zone, moment, hours] of offsets)
  test(`${zone} is ${hours} h from UTC at ${moment}`, () => {
    const seconds = Date.parse(moment) / 1000
    expect(zoneOf(zone).offset(seconds)).toBe(hours * 3600)
    expect(zoneOf(zone).toLocal(seconds)).toBe(seconds + hours * 3600)
  })

for (const [zone, moment] of offsets)
  test(`local time of ${zone} leads back to ${moment}`, () => {
    const seconds = Date.parse(moment) / 1000
    expect(zoneOf(zone).toUtc(zoneOf(zone).toLocal(seconds))).toBe(seconds)
  })

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
    expect(iso(zoneOf(zone).toUtc(instant(wall)))).toBe(wanted)
  })
})

test('the names of UTC are one zone, an unknown name is refused by name', () => {
  expect(zoneOf('UTC')).toBe(utc)
  expect(zoneNamed('etc/utc')).toBe(utc)
  expect(() => zoneOf('Mars/Olympus')).toThrow(/Mars\/Olympus/)
})

/** Every instant at which the zone's clock shows the reading, searched minute by minute. */
function instantsOf(name: string, wall: number): number[] {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' })
  const found: number[] = []
  for (let at = wall - 15 * 3_600; at <= wall + 15 * 3_600; at += 900)
    if (instant(clock.format(at * 1000).replace(' ', 'T')) === wall) found.push(at)
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
      const wall = instant(`${date}T00:00:00`) - 43_200 + quarter * 900
      const [first] = instantsOf(name, wall)
      const read = zoneOf(name).toUtc(wall)
      if (first !== undefined) expect(iso(read)).toBe(iso(first))
      // In a gap: later by the length of the gap, as the clock then shows.
      else expect(instantsOf(name, wall + 3_600).concat(instantsOf(name, wall + 1_800))).toContain(read)
    }),
    { numRuns: runs(300) },
  )
})
