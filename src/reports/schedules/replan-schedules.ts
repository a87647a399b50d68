import { setImmediate as yieldTurn } from 'node:timers/promises'
import type { PlannedSchedule } from '../../metadata/reports/schedule-rows.ts'
import type { ReportSchedules } from '../../metadata/reports/schedules.ts'
import type { Log } from '../../telemetry/log.ts'
import { nextRun, readTiming } from './next-run.ts'

/**
 * Plans schedules again whose next run is later than the current clock gives: a clock that was ahead, here or
 * on another node, computed it, and they would not run until then. Runs already made are not repeated, see
 * `hasRunFor`. `now` in Unix seconds.
 */
export class ScheduleReplanner {
  readonly #schedules: ReportSchedules
  readonly #now: () => number
  readonly #log: Log
  /**
   * By schedule id: the next runs that were found correct, microseconds. They stay correct while the clock
   * rises; computing a crontab takes half a millisecond.
   */
  #confirmed = new Map<number, number>()
  #replannedAt = 0

  constructor(schedules: ReportSchedules, now: () => number, log: Log) {
    this.#schedules = schedules
    this.#now = now
    this.#log = log
  }

  async replan(): Promise<void> {
    const now = this.#now()
    const before = now < this.#replannedAt ? new Map<number, number>() : this.#confirmed
    this.#replannedAt = now
    this.#confirmed = new Map()
    for (const schedule of await this.#schedules.listAhead()) {
      if (before.get(schedule.id) !== schedule.nextRunAt) {
        await yieldTurn()
        const next = nextRunBy(schedule, now)
        if (next !== undefined && next < schedule.nextRunAt) {
          if (await this.#schedules.replan(schedule, next))
            this.#log.info({ schedule: schedule.id }, 'a schedule was planned again: the clock was set back')
          continue
        }
      }
      this.#confirmed.set(schedule.id, schedule.nextRunAt)
    }
  }
}

/**
 * The next run by the current clock, microseconds. undefined: it never runs again, or is invalid, which is
 * reported when it is due.
 */
function nextRunBy({ scheduleType, schedule, timezone, lastRunAt }: PlannedSchedule, now: number) {
  const timing = readTiming(scheduleType, schedule, timezone)
  if ('faults' in timing) return undefined
  const next = nextRun(timing, now, lastRunAt === null ? null : lastRunAt / 1_000_000)
  return next === undefined ? undefined : Math.round(next * 1_000_000)
}
