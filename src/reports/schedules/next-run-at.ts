import type { BodyFaults } from '../../metadata/dashboards/body-faults.ts'
import type { ScheduleContent, StoredSchedule } from '../../metadata/reports/schedule-rows.ts'
import { zoneNamed } from '../../time/zone.ts'
import { nextRun, readTiming } from './next-run.ts'

/**
 * The next run of a changed schedule, microseconds; null: never. Unchanged timing and state keep the stored
 * time. `now` in Unix seconds. Adds errors of the timing to `faults`.
 */
export function nextRunAt(
  content: ScheduleContent,
  before: StoredSchedule | undefined,
  now: number,
  faults: BodyFaults,
): number | null {
  const { scheduleType, schedule, isActive, spec } = content
  const isNewTiming = before === undefined || timingKey(before) !== timingKey(content)
  if (!isNewTiming && before.isActive === isActive) return before.nextRunAt
  // `readSpec` has already reported an unknown zone.
  if (zoneNamed(spec.timezone) === undefined) return null
  const timing = readTiming(scheduleType, schedule, spec.timezone)
  if ('faults' in timing) {
    for (const { path, message } of timing.faults) faults.add(`schedule.${path}`, message)
    return null
  }
  const lastRun = isNewTiming || before.lastRunAt === null ? null : before.lastRunAt / 1_000_000
  const next = nextRun(timing, now, lastRun)
  if (next === undefined && isNewTiming) {
    const member = timing.kind === 'once' ? 'schedule.timestamp' : 'schedule.cron'
    faults.add(member, 'expected a time that is yet to come')
  }
  return isActive && next !== undefined ? Math.round(next * 1_000_000) : null
}

function timingKey({ scheduleType, schedule, spec }: ScheduleContent): string {
  return JSON.stringify([scheduleType, schedule, spec.timezone])
}
