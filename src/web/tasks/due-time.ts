import { lengthText, momentText } from '../../charts/time-text.ts'
import { zoneOf } from '../../time/zone.ts'
import { taskTexts } from '../texts/tasks.ts'

const daySeconds = 86_400
/** Due times further away are only shown as a date. */
const nearSeconds = 7 * daySeconds
/** The end of a working day. */
const dueHour = 17

/** How long a task is overdue, or how soon it is due; undefined if it is not due soon. */
export function dueDistance(due: number, now: number): string | undefined {
  if (due < now) return taskTexts.overdueBy(lengthText(Math.floor(now - due)))
  return due - now < nearSeconds ? taskTexts.dueIn(lengthText(Math.ceil(due - now))) : undefined
}

/** The value of an input of the type datetime-local; empty for no due time. */
export function dueInput(due: number | null, zone: string): string {
  return due === null ? '' : momentText(due, zone).slice(0, 16).replace(' ', 'T')
}

/** Reads `dueInput`; null when it is empty or no date. */
export function readDueInput(text: string, zone: string): number | null {
  // Date.parse guesses at other texts.
  const local = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}:00Z`) / 1000 : Number.NaN
  return Number.isNaN(local) ? null : zoneOf(zone).toUtc(local)
}

/** The end of the working day some days ahead. */
export function dueInDays(days: number, zone: string, now: number): number {
  const day = Math.floor(zoneOf(zone).toLocal(now) / daySeconds) + days
  return zoneOf(zone).toUtc(day * daySeconds + dueHour * 3_600)
}
