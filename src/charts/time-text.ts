import { zoneOf } from '../time/zone.ts'
import { chartTexts } from './texts.ts'

const { months, units } = chartTexts

function partsOf(seconds: number, zone: string) {
  const wholeSeconds = Math.floor(seconds)
  const iso = new Date(zoneOf(zone).toLocal(wholeSeconds) * 1000).toISOString()
  return {
    date: iso.slice(0, 10),
    clock: iso.slice(11, 19),
    // Rounded, since Date would truncate; to at most 999, so that `clock` stays right.
    millis: String(Math.min(999, Math.round((seconds - wholeSeconds) * 1000))).padStart(3, '0'),
  }
}

/** 14:05:09, or with milliseconds 14:05:09.120. */
export function clockText(seconds: number, zone: string, withMillis = false): string {
  const parts = partsOf(seconds, zone)
  return withMillis ? `${parts.clock}.${parts.millis}` : parts.clock
}

/** For example `Nov 3`. */
export function dayText(seconds: number, zone: string): string {
  const [, month, day] = partsOf(seconds, zone).date.split('-').map(Number)
  return chartTexts.dayOfMonth(months[(month ?? 1) - 1] ?? '', day ?? 1)
}

/** 2026-11-03 14:05:09, or with milliseconds 14:05:09.120. */
export function momentText(seconds: number, zone: string, withMillis = false): string {
  const parts = partsOf(seconds, zone)
  return `${parts.date} ${parts.clock}${withMillis ? `.${parts.millis}` : ''}`
}

/**
 * The text of a moment, without its date if the row above has the same date: 14:05:09 below
 * 2026-11-03 14:05:10. Both as `momentText` writes them.
 */
export function withoutSameDay(moment: string, above: string): string {
  const [day = '', clock] = moment.split(' ')
  return clock !== undefined && above.startsWith(`${day} `) ? clock : moment
}

/** A moment to the minute: 2026-11-03 14:05. */
export function minuteText(seconds: number, zone: string): string {
  const { date, clock } = partsOf(seconds, zone)
  return `${date} ${clock.slice(0, 5)}`
}

/**
 * An absolute range: `Nov 3 14:05 – 14:10`. Has seconds only if an end is not on a whole minute, and the
 * second day only if it differs from the first.
 */
export function spanText(from: number, to: number, zone: string): string {
  const [fromDay, toDay] = [dayText(from, zone), dayText(to, zone)]
  const hasSeconds = from % 60 !== 0 || to % 60 !== 0
  const clock = (at: number) => clockText(at, zone).slice(0, hasSeconds ? 8 : 5)
  return `${fromDay} ${clock(from)} – ${fromDay === toDay ? '' : `${toDay} `}${clock(to)}`
}

const durationUnits = [
  [86400, units.day],
  [3600, units.hour],
  [60, units.minute],
  [1, units.second],
] as const

/** A duration in its largest unit: 30 s, 5 min, 1.5 h, 7 d. */
export function lengthText(seconds: number): string {
  if (seconds > 0 && seconds < 1) return `<1 ${units.second}`
  const at = durationUnits.findIndex(([unit]) => seconds >= unit)
  const [unit, name] = durationUnits[at] ?? []
  if (unit === undefined) return `0 ${units.second}`
  const count = Number((seconds / unit).toFixed(1))
  const [larger = Number.POSITIVE_INFINITY, largerName] = durationUnits[at - 1] ?? []
  // 3599 s are 1 h, not 60 min.
  return count * unit < larger ? `${count} ${name}` : `1 ${largerName}`
}

/** The age of a moment in whole units, rounded down: just now, 12 s ago, 3 h ago. */
export function agoText(seconds: number, now: number): string {
  const age = now - seconds
  const [unit, name] = durationUnits.find(([unit]) => age >= unit) ?? []
  return unit === undefined ? chartTexts.justNow : chartTexts.ago(`${Math.floor(age / unit)} ${name}`)
}

/** A short duration: 84 ms, 1.2 s. */
export function elapsedText(millis: number): string {
  const whole = Math.max(1, Math.round(millis))
  if (whole < 1000) return `${whole} ${units.millisecond}`
  return `${Number((millis / 1000).toFixed(1))} ${units.second}`
}
