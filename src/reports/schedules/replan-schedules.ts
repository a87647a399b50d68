import { setImmediate as yieldTurn } from 'node:timers/promises'
import type { PlannedSchedule } from '../../metadata/reports/schedule-rows.ts'
import type { ReportSchedules } from '../../metadata/reports/schedules.ts'
import type { Log } from '../../telemetry/log.ts'
import { nextRun, readTiming } from './next-run.ts'

/**
 * Plans schedules anew whose next run comes later than it would by the present clock: it was computed by one that was ahead, here or at
 * another node, and they would not run until then. Moments for which they have run stay run, see `hasRunFor`. `now` in Unix seconds.
 */
export class ScheduleReplanner {
  readonly #schedules: ReportSchedules
  readonly #now: () => number
  readonly #log: Log
  /** Next runs by schedule that were found right: they stay right while the clock rises, and a crontab takes half a millisecond. */
  #right = new Map<number, number>()
  #lookedAt = 0

  constructor(schedules: ReportSchedules, now: () => number, log: Log) {
    this.#schedules = schedules
    this.#now = now
    this.#log = log
  }

  async replan(): Promise<void> {
    const now = this.#now()
    const before = now < this.#lookedAt ? new Map<number, number>() : this.#right
    this.#lookedAt = now
    this.#right = new Map()
    for (const schedule of await this.#schedules.listAhead()) {
      if (before.get(schedule.id) !== schedule.nextRunAt) {
        await yieldTurn()
        const next = nextRunBy(schedule, now)
        if (next !== undefined && next < schedule.nextRunAt) {
          if (await this.#schedules.replan(schedule, next))
            this.#log.info({ schedule: schedule.id }, 'a schedule was planned anew: the clock was set back')
          continue
        }
      }
      this.#right.set(schedule.id, schedule.nextRunAt)
    }
  }
}

/** Microseconds; undefined: it does not run any more, or cannot be read, which is told when it is due. */
function nextRunBy({ scheduleType, schedule, timezone, lastRunAt }: PlannedSchedule, now: number) {
  const timing = readTiming(scheduleType, schedule, timezone)
  if ('faults' in timing) return undefined
  const next = nextRun(timing, now, lastRunAt === null ? null : lastRunAt / 1_000_000)
  return next === undefined ? undefined : Math.round(next * 1_000_000)
}
