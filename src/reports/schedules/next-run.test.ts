import { expect, test } from 'vitest'
import type { ReportSchedule, ScheduleType } from '../../schema/reports/report.ts'
import { newestDue, nextRun, readTiming, type Timing } from './next-run.ts'

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
