/** Days since 1970-01-01 of a date of the Gregorian calendar; month 1 to 12, years from 100 on. */
export function daysSinceEpoch(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / 86_400_000
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Whether an event can have this time: from 1970 to 2255, microseconds that a number holds exactly. */
export function isRepresentable(micros: number): boolean {
  return micros >= 0 && micros <= Number.MAX_SAFE_INTEGER
}
