import { zoneOf } from '../time/zone.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function partsOf(seconds: number, zone: string) {
  // A double of 1.7e9 seconds loses microseconds in arithmetic: the fraction stays apart.
  const whole = Math.floor(seconds)
  const date = new Date(zoneOf(zone).toLocal(whole) * 1000)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    clock: date.toISOString().slice(11, 19),
    millis: String(Math.min(999, Math.round((seconds - whole) * 1000))).padStart(3, '0'),
  }
}

/** 14:05:09, or with milliseconds 14:05:09.120. */
export function clockText(seconds: number, zone: string, millis = false): string {
  const parts = partsOf(seconds, zone)
  return millis ? `${parts.clock}.${parts.millis}` : parts.clock
}

/** Nov 3. */
export function dayText(seconds: number, zone: string): string {
  const parts = partsOf(seconds, zone)
  return `${months[parts.month]} ${parts.day}`
}

/** 2026-11-03 14:05:09, or with milliseconds 14:05:09.120. */
export function momentText(seconds: number, zone: string, millis = false): string {
  const parts = partsOf(seconds, zone)
  const date = `${parts.year}-${String(parts.month + 1).padStart(2, '0')}-${String(parts.day).padStart(2, '0')}`
  return `${date} ${parts.clock}${millis ? `.${parts.millis}` : ''}`
}

/** An absolute range, with its day once when both ends share it: Nov 3 14:05:00 – 14:10:00. */
export function spanText(from: number, to: number, zone: string): string {
  const [fromDay, toDay] = [dayText(from, zone), dayText(to, zone)]
  const seconds = from % 60 !== 0 || to % 60 !== 0
  const clock = (at: number) => clockText(at, zone).slice(0, seconds ? 8 : 5)
  if (fromDay === toDay) return `${fromDay} ${clock(from)} – ${clock(to)}`
  return `${fromDay} ${clock(from)} – ${toDay} ${clock(to)}`
}

const lengths = [
  [86400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

/** A length of time in its largest unit: 30 s, 5 min, 1.5 h, 7 d. */
export function lengthText(seconds: number): string {
  if (seconds > 0 && seconds < 1) return '<1 s'
  for (const [unit, name] of lengths) {
    if (seconds >= unit) return `${Number((seconds / unit).toFixed(1))} ${name}`
  }
  return '0 s'
}

/** The age of a moment in whole units, rounded down: just now, 12 s ago, 3 h ago. */
export function agoText(seconds: number, now: number): string {
  const age = now - seconds
  if (age < 1) return 'just now'
  for (const [unit, name] of lengths) {
    if (age >= unit) return `${Math.floor(age / unit)} ${name} ago`
  }
  return 'just now'
}

/** A duration of computing: 84 ms, 1.2 s. */
export function elapsedText(millis: number): string {
  if (millis < 1000) return `${Math.max(1, Math.round(millis))} ms`
  return `${Number((millis / 1000).toFixed(1))} s`
}
