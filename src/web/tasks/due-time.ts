import { lengthText } from '../../charts/time-text.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { zoneOf } from '../../time/zone.ts'
import { taskTexts } from '../texts/tasks.ts'

/** Due times further away are only shown as a date. */
const nearSeconds = 7 * daySeconds
/** The end of a working day, which the form offers as a due time. */
const dueHour = 17

/** Text that says how long a task is overdue, or how soon it is due; undefined if it is not due soon. */
export function dueDistance(due: number, now: number): string | undefined {
  if (due < now) return taskTexts.overdueBy(lengthText(Math.floor(now - due)))
  return due - now < nearSeconds ? taskTexts.dueIn(lengthText(Math.ceil(due - now))) : undefined
}

/** 17:00 on the day after `days` days in `zone`, in Unix seconds; 0: today. */
export function dueInDays(days: number, zone: string, now: number): number {
  const day = Math.floor(zoneOf(zone).toLocal(now) / daySeconds) + days
  return zoneOf(zone).toUtc(day * daySeconds + dueHour * 3_600)
}
