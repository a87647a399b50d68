import type { Zone } from '../../../time/zone.ts'
import { byteAt, COLON, DASH, fourDigits, isDigit, SPACE, skipSpaces, twoDigits } from '../parts/bytes.ts'
import { daysInMonth, daysSinceEpoch, isRepresentable } from './calendar.ts'
import { noOffset, parseClock, readFraction, startsFraction, type Timestamp } from './timestamp.ts'
import { readZoneName } from './zone-name.ts'

const fraction = { micros: 0 }
const zoneName = { offset: 0 }

/** The cached minute has the right year if the receipt is nearer than this. In other years it is farther. */
const sameYearMicros = 100 * 86_400 * 1_000_000

/**
 * The last minute that was read without a year and an offset. `key`: its month, day and minute in local time
 * of `zone`, -1 before the first. `micros`: its start in UTC, in the year that was found for it.
 */
const lastMinute: { key: number; zone: Zone | undefined; micros: number } = {
  key: -1,
  zone: undefined,
  micros: 0,
}

/**
 * Reads `Mmm dd hh:mm:ss` (RFC 3164 section 4.1.2) and its variants: a day of one digit, several spaces, a
 * weekday, the day before the month, a year before the month, before the time or after it, a fraction, the
 * name of a zone. Returns the position after it, or -1 for anything else. A timestamp without a year gets the
 * year that is nearest to `receivedAt` (Feb 29: the nearest leap year).
 */
export function readBsdTimestamp(
  bytes: Buffer,
  start: number,
  end: number,
  receivedAt: number,
  zone: Zone,
  timestamp: Timestamp,
): number {
  let at = start
  let year = 0
  if (isDigit(byteAt(bytes, at))) {
    year = yearAt(bytes, at, end)
    if (year === 0) return readDayFirst(bytes, start, end, receivedAt, zone, timestamp)
    at = skipSpaces(bytes, at + 4, end)
  }
  let month = monthAt(bytes, at, end)
  if (month === 0) {
    // `Fri Jan  2 03:04:05`
    const hasWeekday = year === 0 && isWeekday(bytes, at, end)
    month = hasWeekday ? monthAt(bytes, at + 4, end) : 0
    if (month === 0) return -1
    at += 4
  }
  at = skipSpaces(bytes, at + 3, end)
  let day = byteAt(bytes, at++) - 0x30
  if (day < 0 || day > 9) return -1
  if (isDigit(byteAt(bytes, at))) day = day * 10 + byteAt(bytes, at++) - 0x30
  if (day < 1 || day > 31 || byteAt(bytes, at) !== SPACE) return -1
  at = skipSpaces(bytes, at, end)
  if (year === 0) {
    year = yearAt(bytes, at, end)
    if (year !== 0) at = skipSpaces(bytes, at + 4, end)
  }
  return readClock(bytes, at, end, receivedAt, zone, timestamp, year, month, day)
}

/** Reads the time of day, and a fraction, zone and year after it. `knownYear`: 0 if none precedes it. */
function readClock(
  bytes: Buffer,
  start: number,
  end: number,
  receivedAt: number,
  zone: Zone,
  timestamp: Timestamp,
  knownYear: number,
  month: number,
  day: number,
): number {
  const clock = parseClock(bytes, start, end)
  if (clock < 0) return -1
  let year = knownYear
  let at = start + 8
  fraction.micros = 0
  // H3C devices write `03:04:05:678`.
  if (
    startsFraction(bytes, at, end) ||
    (at + 1 < end && bytes[at] === COLON && isDigit(byteAt(bytes, at + 1)))
  )
    at = readFraction(bytes, at + 1, end, fraction)

  // Most timestamps end here, before a space and a small letter.
  const isBare = bytes[at] === SPACE && byteAt(bytes, at + 1) >= 0x61
  const zoneEnd = isBare ? -1 : readZoneName(bytes, at, end, zoneName)
  if (zoneEnd !== -1) at = zoneEnd
  if (year === 0 && byteAt(bytes, at) === SPACE) {
    year = yearAt(bytes, at + 1, end)
    if (year !== 0) at += 5
  }
  const offset = zoneEnd === -1 ? noOffset : zoneName.offset
  const secondMicros = microsWithoutFraction(year, month, day, clock, offset, receivedAt, zone)
  if (!isRepresentable(secondMicros)) return -1
  timestamp.micros = secondMicros + fraction.micros
  return at
}

/** Reads `2 Jan 2026 03:04:05` or `02-Jan-2026 03:04:05`, or the same without a year. */
function readDayFirst(
  bytes: Buffer,
  start: number,
  end: number,
  receivedAt: number,
  zone: Zone,
  timestamp: Timestamp,
): number {
  const dayEnd = isDigit(byteAt(bytes, start + 1)) ? start + 2 : start + 1
  const separator = byteAt(bytes, dayEnd)
  if (separator !== SPACE && separator !== DASH) return -1
  const day = dayEnd === start + 2 ? twoDigits(bytes, start) : byteAt(bytes, start) - 0x30
  // 13: the length of ` Jan 03:04:05`.
  const month = end - dayEnd < 13 ? 0 : monthOf(bytes, dayEnd + 1)
  if (month === 0 || day < 1 || day > 31 || bytes[dayEnd + 4] !== separator) return -1
  const year = yearAt(bytes, dayEnd + 5, end)
  if (year === 0 && separator === DASH) return -1
  const clockAt = skipSpaces(bytes, year === 0 ? dayEnd + 5 : dayEnd + 9, end)
  return readClock(bytes, clockAt, end, receivedAt, zone, timestamp, year, month, day)
}

/**
 * UTC microseconds of a date and `clock` (seconds since midnight); -1 if the date does not exist. `year`: 0
 * if unknown. `offset`: seconds east of UTC; noOffset: local time of `zone`.
 */
function microsWithoutFraction(
  year: number,
  month: number,
  day: number,
  clock: number,
  offset: number,
  receivedAt: number,
  zone: Zone,
): number {
  const minute = Math.floor(clock / 60)
  const second = clock - minute * 60
  const isCacheable = year === 0 && offset === noOffset
  const key = isCacheable ? (month * 32 + day) * 1_440 + minute : -1
  if (isCacheable && key === lastMinute.key && lastMinute.zone === zone) {
    if (Math.abs(lastMinute.micros - receivedAt) < sameYearMicros)
      return lastMinute.micros + second * 1_000_000
  }
  const days = findDay(year, month, day, minute, receivedAt)
  if (days === undefined) return -1
  const wall = days * 86_400 + minute * 60
  const micros = (offset === noOffset ? zone.toUtc(wall) : wall - offset) * 1_000_000
  if (isCacheable) {
    lastMinute.key = key
    lastMinute.zone = zone
    lastMinute.micros = micros
  }
  return micros + second * 1_000_000
}

/** Days since the epoch; undefined if the date does not exist. Year 0: the year nearest to `receivedAt`. */
function findDay(
  year: number,
  month: number,
  day: number,
  minute: number,
  receivedAt: number,
): number | undefined {
  if (year !== 0) return day <= daysInMonth(year, month) ? daysSinceEpoch(year, month, day) : undefined
  const receivedMinute = receivedAt / 60_000_000
  const receiptYear = new Date(receivedAt / 1000).getUTCFullYear()
  // Leap years are at most eight years apart.
  const reach = month === 2 && day === 29 ? 8 : 1
  let nearest: number | undefined
  let distance = Number.POSITIVE_INFINITY
  for (let candidate = receiptYear - reach; candidate <= receiptYear + reach; candidate++) {
    if (day > daysInMonth(candidate, month)) continue
    const days = daysSinceEpoch(candidate, month, day)
    const apart = Math.abs(days * 1_440 + minute - receivedMinute)
    if (apart < distance) {
      distance = apart
      nearest = days
    }
  }
  return nearest
}

/** A year of four digits before a space; otherwise 0. */
function yearAt(bytes: Uint8Array, at: number, end: number): number {
  if (end - at < 5 || bytes[at + 4] !== SPACE) return 0
  const year = fourDigits(bytes, at)
  return year >= 1970 && year <= 2255 ? year : 0
}

/** The month, 1 to 12, of three letters such as `Jan` before a space; otherwise 0. */
export function monthAt(bytes: Uint8Array, at: number, end: number): number {
  // 15: the length of `Jan  2 03:04:05`.
  return end - at < 15 || bytes[at + 3] !== SPACE ? 0 : monthOf(bytes, at)
}

// Cache of the last month and the code of its letters, since most lines have the month of the previous line.
let lastCode = 0
let lastMonth = 0

function monthOf(bytes: Uint8Array, at: number): number {
  const code = codeAt(bytes, at)
  if (code === lastCode) return lastMonth
  const month = monthByCode.get(code) ?? 0
  if (month === 0) return 0
  lastCode = code
  lastMonth = month
  return month
}

/** Whether a weekday and a space, such as `Fri `, begin here. */
function isWeekday(bytes: Uint8Array, at: number, end: number): boolean {
  // 19: the length of `Fri Jan  2 03:04:05`, which more text must follow.
  return end - at > 19 && bytes[at + 3] === SPACE && weekdays.has(codeAt(bytes, at))
}

/** The code of three letters: a number that is the same for small and capital letters. */
function codeAt(bytes: Uint8Array, at: number): number {
  return (byteAt(bytes, at) << 16) | (byteAt(bytes, at + 1) << 8) | byteAt(bytes, at + 2) | 0x202020
}

function codeOf(name: string): number {
  return codeAt(Buffer.from(name), 0)
}

/** Months, 1 to 12, by the code of their letters. */
const monthByCode = new Map(
  'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ').map((name, i) => [codeOf(name), i + 1]),
)
const weekdays: ReadonlySet<number> = new Set('Mon Tue Wed Thu Fri Sat Sun'.split(' ').map(codeOf))
