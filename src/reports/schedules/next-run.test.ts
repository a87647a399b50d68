import { describe, expect, test } from 'vitest'
import type { Cron, ReportSchedule, ScheduleType } from '../../schema/reports/report.ts'
import { newestDue, nextRun, readCrontab, readTiming, type Timing } from './next-run.ts'

const at = (text: string) => Date.parse(text) / 1000
const now = at('2026-06-10T06:00:30Z')

function timingOf(type: ScheduleType, schedule: ReportSchedule['schedule'], timezone = 'UTC'): Timing {
  const timing = readTiming(type, schedule, timezone)
  if ('faults' in timing) throw new Error(JSON.stringify(timing.faults))
  return timing
}

const stamps: [stamp: string | number, timezone: string, moment: number | undefined][] = [
  ['2026-12-24T18:00:00Z', 'Europe/Berlin', at('2026-12-24T18:00:00Z')],
  ['2026-12-24T18:00+01:00', 'UTC', at('2026-12-24T17:00:00Z')],
  ['2026-12-24T18:00-0330', 'UTC', at('2026-12-24T21:30:00Z')],
  ['2026-12-24 18:00', 'Europe/Berlin', at('2026-12-24T17:00:00Z')],
  ['2026-12-24', 'America/New_York', at('2026-12-24T05:00:00Z')],
  ['1798135200', 'Europe/Berlin', 1_798_135_200],
  [1_798_135_200.5, 'UTC', 1_798_135_200.5],
  // A time that occurs twice, and one that does not occur.
  ['2026-10-25T02:30', 'Europe/Berlin', at('2026-10-25T00:30:00Z')],
  ['2026-03-29T02:30', 'Europe/Berlin', at('2026-03-29T01:30:00Z')],
  ['2026-03-29T03:30', 'Europe/Berlin', at('2026-03-29T01:30:00Z')],
  ['2026-03-29T04:30', 'Europe/Berlin', at('2026-03-29T02:30:00Z')],
  ['2026-02-30T00:00Z', 'UTC', undefined],
  ['2026-13-01', 'UTC', undefined],
  ['2026-12-24T25:00', 'UTC', undefined],
  ['tomorrow', 'UTC', undefined],
  ['', 'UTC', undefined],
  [0, 'UTC', undefined],
  [-5, 'UTC', undefined],
  [1e15, 'UTC', undefined],
]

test.each(stamps)('timestamp %s in %s', (timestamp, timezone, moment) => {
  const timing = readTiming('t', { timestamp }, timezone)
  if (moment === undefined) expect(timing).toMatchObject({ faults: [{ path: 'timestamp' }] })
  else expect(timing).toEqual({ kind: 'once', at: moment })
})

const wrong: [type: ScheduleType, schedule: ReportSchedule['schedule'], paths: string[]][] = [
  ['c', {}, ['cron']],
  ['a', {}, ['adhoc']],
  ['t', {}, ['timestamp']],
  ['c', { adhoc: true }, ['adhoc', 'cron']],
  ['a', { adhoc: true, timestamp: 5 }, ['timestamp']],
  ['c', { cron: { minute: 'x', hour: 'y' } }, ['cron.minute', 'cron.hour']],
]

test.each(wrong)('%s with %j is refused', (type, schedule, paths) => {
  const timing = readTiming(type, schedule, 'UTC')
  expect('faults' in timing && timing.faults.map(fault => fault.path)).toEqual(paths)
})

test('a recurring schedule runs again and again, others once', () => {
  const daily = timingOf('c', { cron: { minute: '0', hour: '6' } })
  expect(nextRun(daily, now, null)).toBe(at('2026-06-11T06:00:00Z'))
  expect(nextRun(daily, at('2026-06-11T06:00:00Z'), now)).toBe(at('2026-06-12T06:00:00Z'))
  const once = timingOf('a', { adhoc: true })
  expect([nextRun(once, now, null), nextRun(once, now, now - 5)]).toEqual([now, undefined])
  const later = timingOf('t', { timestamp: now + 5 })
  expect([nextRun(later, now, null), nextRun(later, now + 5, null)]).toEqual([now + 5, undefined])
})

test('of missed runs the newest is caught up', () => {
  const daily = timingOf('c', { cron: { minute: '0', hour: '6' } })
  const due = (text: string) => newestDue(daily, at(text), now)
  expect(due('2026-06-10T06:00:00Z')).toBe(at('2026-06-10T06:00:00Z'))
  expect(due('2026-06-03T06:00:00Z')).toBe(at('2026-06-10T06:00:00Z'))
  const monthly = timingOf('c', { cron: { minute: '0', hour: '0', day_of_month: '1' } })
  expect(newestDue(monthly, at('2025-02-01T00:00:00Z'), now)).toBe(at('2026-06-01T00:00:00Z'))
  // More runs than are checked one by one.
  const always = timingOf('c', { cron: {} })
  expect(newestDue(always, at('2025-06-03T06:00:00Z'), now)).toBe(at('2026-06-10T06:00:00Z'))
  expect(newestDue(always, now - 300, now)).toBe(at('2026-06-10T06:00:00Z'))
  expect(newestDue(timingOf('t', { timestamp: 100 }), 100, now)).toBe(100)
})

/** The next runs after a moment, in local time of the zone with its offset. */
function runs(cron: Cron, timezone: string, from: string, count: number): string[] {
  const recurrence = readCrontab(cron, timezone)
  if ('faults' in recurrence) throw new Error(JSON.stringify(recurrence.faults))
  const found: string[] = []
  let moment = Date.parse(from) / 1000
  for (let run = 0; run < count; run++) {
    const next = recurrence.after(moment)
    if (next === undefined) break
    found.push(new Date(next * 1000).toISOString().replace(':00.000Z', 'Z'))
    moment = next
  }
  return found
}

const plain: [name: string, cron: Cron, runs: string[]][] = [
  ['every minute', {}, ['2026-01-01T00:01Z', '2026-01-01T00:02Z']],
  ['a step', { minute: '*/25' }, ['2026-01-01T00:25Z', '2026-01-01T00:50Z', '2026-01-01T01:00Z']],
  ['a list', { minute: '5,1', hour: '3' }, ['2026-01-01T03:01Z', '2026-01-01T03:05Z', '2026-01-02T03:01Z']],
  [
    'a range with steps',
    { minute: '0', hour: '8-18/5' },
    ['2026-01-01T08:00Z', '2026-01-01T13:00Z', '2026-01-01T18:00Z', '2026-01-02T08:00Z'],
  ],
  [
    'a list of ranges and values',
    { minute: '0', hour: '1-2,22' },
    ['2026-01-01T01:00Z', '2026-01-01T02:00Z', '2026-01-01T22:00Z'],
  ],
  ['Sunday is 0', { minute: '0', hour: '6', day_of_week: '0' }, ['2026-01-04T06:00Z', '2026-01-11T06:00Z']],
  [
    'days by name, over the end of the week',
    { minute: '0', hour: '6', day_of_week: 'Friday-mon' },
    ['2026-01-02T06:00Z', '2026-01-03T06:00Z', '2026-01-04T06:00Z', '2026-01-05T06:00Z', '2026-01-09T06:00Z'],
  ],
  [
    'day of the month and of the week hold together',
    { minute: '0', hour: '0', day_of_month: '13', day_of_week: 'fri' },
    ['2026-02-13T00:00Z', '2026-03-13T00:00Z', '2026-11-13T00:00Z'],
  ],
  [
    'months',
    { minute: '0', hour: '0', day_of_month: '31', month_of_year: '*/2' },
    ['2026-01-31T00:00Z', '2026-03-31T00:00Z', '2026-05-31T00:00Z', '2026-07-31T00:00Z', '2027-01-31T00:00Z'],
  ],
  ['a leap day', { minute: '0', hour: '0', day_of_month: '29', month_of_year: '2' }, ['2028-02-29T00:00Z']],
  ['what never comes', { minute: '0', hour: '0', day_of_month: '30', month_of_year: '2' }, []],
]

test.each(plain)('%s', (_name, cron, wanted) => {
  expect(runs(cron, 'UTC', '2026-01-01T00:00:00Z', wanted.length || 1)).toEqual(wanted)
})

/**
 * Europe/Berlin skips 02:00 to 03:00 on 2026-03-29 (01:00Z), and repeats it on 2026-10-25 (00:00Z to 02:00Z).
 */
const changes: [name: string, cron: Cron, timezone: string, from: string, runs: string[]][] = [
  [
    'in the gap: once, right after',
    { minute: '30', hour: '2' },
    'Europe/Berlin',
    '2026-03-28T00:00Z',
    ['2026-03-28T01:30Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z'],
  ],
  [
    'several in the gap: once together',
    { minute: '*/15', hour: '2' },
    'Europe/Berlin',
    '2026-03-28T01:40Z',
    ['2026-03-28T01:45Z', '2026-03-29T01:00Z', '2026-03-30T00:00Z'],
  ],
  [
    'in the gap and right after: once',
    { minute: '0', hour: '2,3' },
    'Europe/Berlin',
    '2026-03-28T01:30Z',
    ['2026-03-28T02:00Z', '2026-03-29T01:00Z', '2026-03-30T00:00Z'],
  ],
  [
    'every second hour, one of them in the gap',
    { minute: '0', hour: '*/2' },
    'Europe/Berlin',
    '2026-03-28T22:00Z',
    ['2026-03-28T23:00Z', '2026-03-29T01:00Z', '2026-03-29T02:00Z', '2026-03-29T04:00Z'],
  ],
  [
    'in the overlap: the first time',
    { minute: '30', hour: '2' },
    'Europe/Berlin',
    '2026-10-24T00:00Z',
    ['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z'],
  ],
  [
    'several in the overlap: each once',
    { minute: '0,30', hour: '2' },
    'Europe/Berlin',
    '2026-10-24T12:00Z',
    ['2026-10-25T00:00Z', '2026-10-25T00:30Z', '2026-10-26T01:00Z'],
  ],
  [
    'every minute of the hour that comes twice: its first time',
    { minute: '*', hour: '2' },
    'Europe/Berlin',
    '2026-10-25T00:58Z',
    ['2026-10-25T00:59Z', '2026-10-26T01:00Z'],
  ],
  [
    'every hour goes by hours that pass: through the gap',
    { minute: '30' },
    'Europe/Berlin',
    '2026-03-29T00:00Z',
    ['2026-03-29T00:30Z', '2026-03-29T01:30Z', '2026-03-29T02:30Z'],
  ],
  [
    'every hour goes by hours that pass: through the overlap',
    { minute: '30' },
    'Europe/Berlin',
    '2026-10-25T00:00Z',
    ['2026-10-25T00:30Z', '2026-10-25T01:30Z', '2026-10-25T02:30Z'],
  ],
  [
    'half an hour of gap',
    { minute: '15', hour: '2' },
    'Australia/Lord_Howe',
    '2026-10-03T00:00Z',
    ['2026-10-03T15:30Z', '2026-10-04T15:15Z'],
  ],
  [
    'half an hour of overlap',
    { minute: '45', hour: '1' },
    'Australia/Lord_Howe',
    '2026-04-03T15:00Z',
    ['2026-04-04T14:45Z', '2026-04-05T15:15Z'],
  ],
  [
    'midnight is left out',
    { minute: '0', hour: '0' },
    'America/Sao_Paulo',
    '2018-11-03T00:00Z',
    ['2018-11-03T03:00Z', '2018-11-04T03:00Z', '2018-11-05T02:00Z'],
  ],
  [
    'the day that a zone left out has no run of its own',
    { minute: '0', hour: '12', day_of_month: '30', month_of_year: '12' },
    'Pacific/Apia',
    '2010-12-31T00:00Z',
    ['2012-12-29T22:00Z'],
  ],
]

describe('clock changes', () => {
  test.each(changes)('%s', (_name, cron, timezone, from, wanted) => {
    expect(runs(cron, timezone, from, wanted.length)).toEqual(wanted)
  })
})

const wrongCrontabs: [cron: Cron, paths: string[]][] = [
  [{ minute: '60' }, ['cron.minute']],
  [{ minute: '-1' }, ['cron.minute']],
  [{ minute: '' }, ['cron.minute']],
  [{ minute: '1,' }, ['cron.minute']],
  [{ minute: '*/0' }, ['cron.minute']],
  [{ minute: '5/10' }, ['cron.minute']],
  [{ minute: '1-2-3' }, ['cron.minute']],
  [{ minute: '*/100' }, ['cron.minute']],
  [{ minute: 'L' }, ['cron.minute']],
  [{ hour: '24', day_of_month: '0' }, ['cron.hour', 'cron.day_of_month']],
  [{ month_of_year: '13' }, ['cron.month_of_year']],
  [{ day_of_week: '7' }, ['cron.day_of_week']],
  [{ day_of_week: 'someday' }, ['cron.day_of_week']],
  [{ month_of_year: 'mon' }, ['cron.month_of_year']],
]

test.each(wrongCrontabs)('%j is refused', (cron, paths) => {
  const read = readCrontab(cron, 'UTC')
  expect('faults' in read && read.faults.map(fault => fault.path)).toEqual(paths)
})

test('a fault says what was expected', () => {
  expect(readCrontab({ day_of_week: 'x' }, 'UTC')).toEqual({
    faults: [
      {
        path: 'cron.day_of_week',
        message: 'expected 0 to 6 or names of days: *, lists (1,2), ranges (1-5) and steps (*/2, 1-5/2)',
      },
    ],
  })
})
