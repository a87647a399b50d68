/** Days since 1970-01-01 of a date of the proleptic Gregorian calendar; month 1 to 12. */
export function daysSinceEpoch(year: number, month: number, day: number): number {
  // The year begins in March, so that the leap day is its last (Howard Hinnant, "chrono-compatible date algorithms").
  const marchYear = month > 2 ? year : year - 1
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (monthLengths[month - 1] ?? 0)
}

/** Seconds since the epoch of a wall clock reading, as if it were UTC. Second 60 is the first of the next minute. */
export function wallSeconds(days: number, hour: number, minute: number, second: number): number {
  return days * 86_400 + hour * 3_600 + minute * 60 + second
}

/** Whether an event can have this time: from 1970 to 2255, microseconds that a number holds exactly. */
export function isRepresentable(micros: number): boolean {
  return micros >= 0 && micros <= Number.MAX_SAFE_INTEGER
}
