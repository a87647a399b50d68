import type { StoredSchedule } from '../../metadata/reports/schedule-rows.ts'
import type { ReportSchedules } from '../../metadata/reports/schedules.ts'
import { Fault } from '../../schema/fault.ts'
import type { Log } from '../../telemetry/log.ts'
import { newestDue, nextRun, readTiming } from './next-run.ts'

export interface ScheduleClockDeps {
  schedules: ReportSchedules
  /** Unix seconds. */
  now(): number
  log: Log
}

/** Queues the reports of due schedules. A schedule that missed several runs makes one report. */
export class ScheduleClock {
  readonly #deps: ScheduleClockDeps

  constructor(deps: ScheduleClockDeps) {
    this.#deps = deps
  }

  /** Returns the number of reports that it queued. */
  async tick(): Promise<number> {
    let queued = 0
    for (const due of await this.#deps.schedules.findDue()) {
      try {
        if ((await this.#claim(due)) !== undefined) queued++
      } catch (error) {
        // Too many reports wait: the schedule stays due.
        if (error instanceof Fault) this.#deps.log.warn({ schedule: due.id }, error.detail)
        else this.#deps.log.error({ err: error, schedule: due.id }, 'a schedule could not run')
      }
    }
    return queued
  }

  async #claim(due: StoredSchedule): Promise<number | undefined> {
    const { schedules, now } = this.#deps
    const moment = now()
    const planned = (due.nextRunAt ?? 0) / 1_000_000
    const timing = readTiming(due.scheduleType, due.schedule, due.spec.timezone)
    if ('faults' in timing) throw new Error(`schedule ${due.id} cannot be read any more`)
    const next = nextRun(timing, moment, moment)
    return schedules.claim(due, {
      plannedAt: Math.round(newestDue(timing, planned, moment) * 1_000_000),
      nextRunAt: next === undefined ? null : Math.round(next * 1_000_000),
    })
  }
}
