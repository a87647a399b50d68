import type { StoredSchedule } from '../../metadata/reports/schedule-rows.ts'
import type { ReportSchedules } from '../../metadata/reports/schedules.ts'
import { Fault } from '../../schema/fault.ts'
import type { Log } from '../../telemetry/log.ts'
import { hasRunFor, newestDue, nextRun, readTiming } from './next-run.ts'

/**
 * Queues the reports of due schedules. A schedule that missed several runs makes one report. `now` in Unix
 * seconds.
 */
export async function queueDueReports(
  schedules: ReportSchedules,
  now: () => number,
  log: Log,
): Promise<void> {
  for (const due of await schedules.findDue()) {
    try {
      await queueReport(due, schedules, now())
    } catch (error) {
      // Too many reports wait: the schedule stays due.
      if (error instanceof Fault) log.warn({ schedule: due.id }, error.detail)
      else log.error({ err: error, schedule: due.id }, 'a schedule could not run')
    }
  }
}

async function queueReport(due: StoredSchedule, schedules: ReportSchedules, now: number): Promise<void> {
  const planned = (due.nextRunAt ?? 0) / 1_000_000
  const timing = readTiming(due.scheduleType, due.schedule, due.spec.timezone)
  if ('faults' in timing) throw new Error(`schedule ${due.id} cannot be read any more`)
  // The run that is queued here is the schedule's last one.
  const next = nextRun(timing, now, now)
  const nextRunAt = next === undefined ? null : Math.round(next * 1_000_000)
  const newest = newestDue(timing, planned, now)
  const replannedFrom = due.replannedFrom === null ? null : due.replannedFrom / 1_000_000
  // After the clock was set back, this run may already have been made: then only the next run is planned.
  if (hasRunFor(timing, newest, replannedFrom)) await schedules.replan(due, nextRunAt)
  else await schedules.queueOnce(due, { plannedAt: Math.round(newest * 1_000_000), nextRunAt })
}
