import { minuteText } from '../../charts/time-text.ts'
import { zoneOf } from '../../time/zone.ts'

/** The value of an input of the type datetime-local (2026-11-03T14:05) for Unix seconds; '' for null. */
export function timeInput(seconds: number | null, zone: string): string {
  return seconds === null ? '' : minuteText(seconds, zone).replace(' ', 'T')
}

/** The Unix seconds of a value of a datetime-local input; null if it is empty or not a time. */
export function readTimeInput(text: string, zone: string): number | null {
  // The pattern is needed because Date.parse accepts other texts too.
  const local = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}:00Z`) / 1000 : Number.NaN
  return Number.isNaN(local) ? null : zoneOf(zone).toUtc(local)
}
