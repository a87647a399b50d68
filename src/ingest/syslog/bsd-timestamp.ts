import type { Zone } from '../../time/zone.ts'
import { byteAt, COLON, fourDigits, isDigit, SPACE, skipSpaces } from './bytes.ts'
import { daysInMonth, daysSinceEpoch, isRepresentable } from './calendar.ts'
import { noOffset, parseClock, readFraction, startsFraction, type Timestamp } from './timestamp.ts'
import { readZoneName } from './zone-name.ts'

const fraction = { micros: 0 }
const zoneName = { offset: 0 }

/** A timestamp this near to its receipt is of the same year. */
const sameYearMicros = 100 * 86_400 * 1_000_000

/** The minute that was read last, and its UTC microseconds. */
const lastMinute: { key: number; zone: Zone | undefined; micros: number } = {
  key: -1,
  zone: undefined,
  micros: 0,
}

/**
 * Reads `Mmm dd hh:mm:ss` (RFC 3164 section 4.1.2) and its variants: a day of one digit, several spaces, a year before the
 * month, before the time or behind it, a fraction, the name of a zone. Returns the position behind, or -1 for anything else. A
 * timestamp without a year gets the year that puts it nearest to `receivedAt`; Feb 29 gets a leap year.
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
    if (year === 0) return -1
    at = skipSpaces(bytes, at + 4, end)
  }
  const month = monthAt(bytes, at, end)
  if (month === 0) return -1
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
  const clock = parseClock(bytes, at, end)
  if (clock < 0) return -1
  at += 8
  fraction.micros = 0
  if (
    startsFraction(bytes, at, end) ||
    (at + 1 < end && bytes[at] === COLON && isDigit(byteAt(bytes, at + 1)))
  )
    at = readFraction(bytes, at + 1, end, fraction)

  const name = readZoneName(bytes, at, end, zoneName)
  if (name !== -1) at = name
  if (year === 0 && byteAt(bytes, at) === SPACE) {
    year = yearAt(bytes, at + 1, end)
    if (year !== 0) at += 5
  }
  const offset = name === -1 ? noOffset : zoneName.offset
  const whole = microsWithoutFraction(year, month, day, clock, offset, receivedAt, zone)
  if (!isRepresentable(whole)) return -1
  timestamp.micros = whole + fraction.micros
  return at
}

/** Microseconds without the fraction; -1 for a date that does not exist. */
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
  const key = year === 0 && offset === noOffset ? (month * 32 + day) * 1_440 + minute : -1
  if (key === lastMinute.key && key !== -1 && lastMinute.zone === zone) {
    if (Math.abs(lastMinute.micros - receivedAt) < sameYearMicros)
      return lastMinute.micros + second * 1_000_000
  }
  const days = findDay(year, month, day, minute, receivedAt)
  if (days === undefined) return -1
  const wall = days * 86_400 + minute * 60
  const micros = (offset === noOffset ? zone.toUtc(wall) : wall - offset) * 1_000_000
  if (key !== -1) {
    lastMinute.key = key
    lastMinute.zone = zone
    lastMinute.micros = micros
  }
  return micros + second * 1_000_000
}

/** Days since the epoch; year 0 stands for the year nearest to `receivedAt`. */
function findDay(
  year: number,
  month: number,
  day: number,
  minute: number,
  receivedAt: number,
): number | undefined {
  if (year !== 0) return day <= daysInMonth(year, month) ? daysSinceEpoch(year, month, day) : undefined
  const received = receivedAt / 60_000_000
  const about = new Date(receivedAt / 1000).getUTCFullYear()
  // Leap years are at most eight years apart.
  const reach = month === 2 && day === 29 ? 8 : 1
  let nearest: number | undefined
  let distance = Number.POSITIVE_INFINITY
  for (let candidate = about - reach; candidate <= about + reach; candidate++) {
    if (day > daysInMonth(candidate, month)) continue
    const days = daysSinceEpoch(candidate, month, day)
    const apart = Math.abs(days * 1_440 + minute - received)
    if (apart < distance) {
      distance = apart
      nearest = days
    }
  }
  return nearest
}

/** A year of four digits before a space, otherwise 0. */
function yearAt(bytes: Uint8Array, at: number, end: number): number {
  if (end - at < 5 || bytes[at + 4] !== SPACE) return 0
  const year = fourDigits(bytes, at)
  return year >= 1970 && year <= 2255 ? year : 0
}

/** 1 to 12 for the first three letters of an English month, such as `Jan`, and a space; otherwise 0. */
export function monthAt(bytes: Uint8Array, at: number, end: number): number {
  if (end - at < 15 || bytes[at + 3] !== SPACE) return 0
  const code = (byteAt(bytes, at) << 16) | (byteAt(bytes, at + 1) << 8) | byteAt(bytes, at + 2)
  return monthByCode.get(code) ?? 0
}

/** Months, 1 to 12, by the three bytes of their names. */
const monthByCode = new Map(
  ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map(
    (name, index) => [Buffer.from(name).readUIntBE(0, 3), index + 1] as const,
  ),
)
