/** Days since 1970-01-01 of a date of the Gregorian calendar; month 1 to 12, years from 100 on. */
export function daysSinceEpoch(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / 86_400_000
}

export function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/** Whether an event can have this time: from 1970 to 2255, microseconds that a number holds exactly. */
export function isRepresentable(micros: number): boolean {
  return micros >= 0 && micros <= Number.MAX_SAFE_INTEGER
}
