import { expect, test } from 'vitest'
import { zoneNamed } from './zone.ts'

const utc = (text: string): number => Date.parse(`${text}Z`) / 1000
const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000

function zone(name: string) {
  const found = zoneNamed(name)
  if (found === undefined) throw new Error(`no zone ${name}`)
  return found
}

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
  const begins = zone(name).startOfDay(day)
  expect(new Date(begins * 1000).toISOString().slice(0, 19)).toBe(start)
  expect((zone(name).startOfDay(day + 1) - begins) / 3600).toBe(hours)
})

test('a second belongs to the day between whose starts it lies, in every zone', () => {
  for (const name of [...new Set(midnights.map(([name]) => name)), 'Africa/Casablanca', 'America/Havana']) {
    const { dayOf, startOfDay } = zone(name)
    for (let day = dayNumber('2009-12-30'); day < dayNumber('2012-01-03'); day++) {
      const [start, end] = [startOfDay(day), startOfDay(day + 1)]
      if (start === end) continue
      expect([name, dayOf(start - 1) < day, dayOf(start), dayOf(end - 1)]).toEqual([name, true, day, day])
    }
  }
})

test('offsets are those of Intl at every hour of years with changes', () => {
  for (const name of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'Africa/Monrovia']) {
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: name,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    for (let second = utc('2018-01-01T00:00:00'); second < utc('2019-03-01T00:00:00'); second += 3600) {
      expect((second + zone(name).offset(second)) * 1000).toBe(Date.parse(`${clock.format(second * 1000)}Z`))
    }
  }
})

test.each(['Foo/Bar', '', '+05:30', '-03', 'UTC+1', 'Europe'])('%j is not a zone', name => {
  expect(zoneNamed(name)).toBeUndefined()
})

test('names are read in any case, and each once', () => {
  expect(zoneNamed('europe/berlin')).toBe(zoneNamed('Europe/Berlin'))
})
