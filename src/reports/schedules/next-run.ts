import { Cron as Croner } from 'croner'
import { type CronFault, cronerOptions, cronPattern, readCron } from '../../schema/reports/crontab.ts'
import type { Cron, ReportSchedule, ScheduleType } from '../../schema/reports/report.ts'
import { zoneNamed } from '../../time/zone.ts'

/** When a schedule runs. Moments are Unix seconds. */
export type Timing = { kind: 'recurring'; recurrence: Recurrence } | { kind: 'once'; at: number | 'now' }

const memberOfType = { c: 'cron', a: 'adhoc', t: 'timestamp' } as const
/** Maximum runs searched for the newest missed one. */
const maxMissed = 2_000
/**
 * Spans before now in which a missed run is searched, one after the other: frequent schedules ran recently.
 */
const lookBackSeconds = [3_600, 86_400, 32 * 86_400, Number.POSITIVE_INFINITY] as const
/** The year 2300. */
const maxTimestamp = Date.UTC(2300, 0, 1) / 1000

/** Reads the timing of a schedule, or returns all its faults, with paths within the schedule: cron.minute. */
export function readTiming(
  type: ScheduleType,
  schedule: ReportSchedule['schedule'],
  timezone: string,
): Timing | { faults: CronFault[] } {
  const member = memberOfType[type]
  const faults: CronFault[] = Object.keys(schedule)
    .filter(name => name !== member)
    .map(path => ({ path, message: `expected no such member with schedule_type ${type}` }))
  if (schedule[member] === undefined) {
    faults.push({ path: member, message: `expected with schedule_type ${type}` })
  }
  if (faults.length > 0) return { faults }
  if (schedule.cron !== undefined) {
    const recurrence = readCrontab(schedule.cron, timezone)
    return 'faults' in recurrence ? recurrence : { kind: 'recurring', recurrence }
  }
  if (schedule.timestamp === undefined) return { kind: 'once', at: 'now' }
  const at = readTimestamp(schedule.timestamp, timezone)
  if (at !== undefined && at > 0 && at < maxTimestamp) return { kind: 'once', at }
  const message = 'expected ISO 8601 (2026-12-24T18:00, with or without an offset) or Unix seconds'
  return { faults: [{ path: 'timestamp', message }] }
}

/** The next run after `now` of a schedule that last ran at `lastRun`; undefined: there is none. */
export function nextRun(timing: Timing, now: number, lastRun: number | null): number | undefined {
  if (timing.kind === 'recurring') return timing.recurrence.after(now)
  if (timing.at === 'now') return lastRun === null ? now : undefined
  return timing.at > now ? timing.at : undefined
}

/**
 * The newest due run of a schedule whose first due run is `due`. Of several missed runs only this one is
 * made, since it is still useful.
 */
export function newestDue(timing: Timing, due: number, now: number): number {
  if (timing.kind === 'once') return due
  for (const span of lookBackSeconds) {
    const start = now - span
    const firstInSpan = due >= start ? due : timing.recurrence.after(start)
    if (firstInSpan !== undefined && firstInSpan <= now)
      return lastRunUpTo(timing.recurrence, firstInSpan, now)
  }
  return due
}

/**
 * Whether the run of a recurring schedule that is due at `moment` needs no report: before the clock was set
 * back, it was made, or the schedule did not exist yet. `replannedFrom`: the run that was planned when the
 * clock was set back; null if it was not. If that is the first run after `moment`, the run at `moment` was
 * past already.
 */
export function hasRunFor(timing: Timing, moment: number, replannedFrom: number | null): boolean {
  return (
    timing.kind === 'recurring' && replannedFrom !== null && timing.recurrence.after(moment) === replannedFrom
  )
}

/**
 * The last run up to `now`, searched from the run `from` on. If more than `maxMissed` follow, an earlier one.
 */
function lastRunUpTo({ after }: Recurrence, from: number, now: number): number {
  let last = from
  for (let run = 0; run < maxMissed; run++) {
    const next = after(last)
    if (next === undefined || next > now) return last
    last = next
  }
  return last
}

/**
 * Unix seconds of a timestamp; undefined if it is invalid. Without an offset it is local time of the zone, as
 * in `Zone.toUtc`.
 */
function readTimestamp(stamp: string | number, timezone: string): number | undefined {
  if (typeof stamp === 'number') return stamp
  const text = stamp.trim()
  if (/^\d{1,12}(\.\d{1,6})?$/.test(text)) return Number(text)
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?))?(Z|[+-]\d\d:?\d\d)?$/i.exec(text)
  if (iso === null) return undefined
  const [, date = '', time = '00:00', offset] = iso
  const local = Date.parse(`${date}T${time}Z`) / 1000
  // Date would read 2026-02-30 as another date.
  if (Number.isNaN(local) || !new Date(local * 1000).toISOString().startsWith(date)) return undefined
  if (offset === undefined) return zoneNamed(timezone)?.toUtc(local)
  return Date.parse(`${date}T${time}${offset.replace(/(\d\d)(\d\d)$/, '$1:$2')}`) / 1000
}

/**
 * The runs of a recurring schedule. `after` returns the first run after a moment (Unix seconds); undefined:
 * there is none.
 */
interface Recurrence {
  after(moment: number): number | undefined
}

/** Reads a crontab in a zone (IANA name). */
export function readCrontab(cron: Cron, timezone: string): Recurrence | { faults: CronFault[] } {
  const read = readCron(cron)
  if ('faults' in read) return read
  const job = new Croner(cronPattern(read), { ...cronerOptions, timezone })
  const after = (moment: number) => {
    const next = job.nextRun(new Date(Math.floor(moment) * 1000))
    return next === null ? undefined : next.getTime() / 1000
  }
  return { after }
}
