/**
 * The oracle's calendar: asks Intl about single moments, and searches step by step. Slow and obvious; shares
 * no code with range/.
 */
export const secondsOfDay = 86_400
/**
 * Offsets of zones and the moments at which they change have been whole quarters since 1972 wherever a day
 * began.
 */
const quarter = 900

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The local time of a zone at a Unix second: YYYY-MM-DD HH:MM:SS. */
export function wallClock(second: number, timezone: string): string {
  let clock = clocks.get(timezone)
  if (clock === undefined) {
    const two = '2-digit'
    clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: timezone,
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
      hourCycle: 'h23',
    })
    clocks.set(timezone, clock)
  }
  return clock.format(second * 1000)
}

/** The local date of a second, as days since 1970-01-01. */
export function dayOf(second: number, timezone: string): number {
  return Date.parse(wallClock(Math.floor(second), timezone).slice(0, 10)) / 1000 / secondsOfDay
}

const starts = new Map<string, number>()

/**
 * The first second of a local day: walks by quarters of an hour until the calendar shows it (or, of a day
 * that was left out, the next).
 */
export function startOfDay(day: number, timezone: string): number {
  const key = `${timezone} ${day}`
  let second = starts.get(key)
  if (second === undefined) {
    // No zone is more than 14 hours ahead.
    second = day * secondsOfDay - 15 * 3600
    while (dayOf(second, timezone) < day) second += quarter
    starts.set(key, second)
  }
  return second
}
