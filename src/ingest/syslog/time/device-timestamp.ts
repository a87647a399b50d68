import type { Zone } from '../../../time/zone.ts'
import { byteAt, COLON, DASH, DOT, fourDigits, isDigit, SLASH, twoDigits } from '../parts/bytes.ts'
import { daysInMonth, daysSinceEpoch, isRepresentable } from './calendar.ts'
import { readDay } from './iso-timestamp.ts'
import { noOffset, parseClock, type Timestamp } from './timestamp.ts'
import { readZoneName } from './zone-name.ts'

const zoneName = { offset: 0 }

/**
 * Reads a time of Sophos UTM (`yyyy:mm:dd-hh:mm:ss`) or NetScaler (`mm/dd/yyyy:hh:mm:ss GMT`; some write
 * `dd/mm/yyyy` or `yyyy/mm/dd`). If both `mm/dd` and `dd/mm` are dates, the one nearer to `receivedAt`
 * counts. Returns the position after the time, or -1 for anything else.
 */
export function readDeviceTimestamp(
  bytes: Buffer,
  at: number,
  end: number,
  receivedAt: number,
  zone: Zone,
  timestamp: Timestamp,
): number {
  if (end - at < 19) return -1
  let day = -1
  if (bytes[at + 4] === COLON && bytes[at + 7] === COLON && bytes[at + 10] === DASH) day = readDay(bytes, at)
  else if (bytes[at + 2] === SLASH && bytes[at + 5] === SLASH && bytes[at + 10] === COLON)
    day = readShortDay(bytes, at, receivedAt)
  else if (bytes[at + 4] === SLASH && bytes[at + 7] === SLASH && bytes[at + 10] === COLON)
    day = readDay(bytes, at)
  const clock = day < 0 ? -1 : parseClock(bytes, at + 11, end)
  if (clock < 0) return -1
  const wall = day * 86_400 + clock
  const zoneEnd = readZoneName(bytes, at + 19, end, zoneName)
  const offset = zoneEnd === -1 ? noOffset : zoneName.offset
  const micros = (offset === noOffset ? zone.toUtc(wall) : wall - offset) * 1_000_000
  if (!isRepresentable(micros)) return -1
  timestamp.micros = micros
  return zoneEnd === -1 ? at + 19 : zoneEnd
}

/** Days since the epoch of `mm/dd/yyyy` or `dd/mm/yyyy`; -1 if neither is a date. */
function readShortDay(bytes: Uint8Array, at: number, receivedAt: number): number {
  const first = twoDigits(bytes, at)
  const second = twoDigits(bytes, at + 3)
  const year = fourDigits(bytes, at + 6)
  const monthFirst = dayOf(year, first, second)
  const dayFirst = dayOf(year, second, first)
  if (monthFirst < 0 || dayFirst < 0) return Math.max(monthFirst, dayFirst)
  const receivedDay = receivedAt / 86_400_000_000
  return Math.abs(dayFirst - receivedDay) < Math.abs(monthFirst - receivedDay) ? dayFirst : monthFirst
}

function dayOf(year: number, month: number, day: number): number {
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return -1
  return daysSinceEpoch(year, month, day)
}

const maxEpochSkewMicros = 366 * 86_400 * 1_000_000

/**
 * Reads a Unix time in seconds, before further text: with a fraction (Meraki, `1767323045.123456789`), or
 * within a year of the receipt. Returns the position after it, or -1 for anything else; `timestamp` may have
 * changed even then.
 */
export function readEpoch(
  bytes: Uint8Array,
  at: number,
  end: number,
  receivedAt: number,
  timestamp: Timestamp,
): number {
  // Ten digits are the seconds, and up to nine more their fraction. The first 16 are whole microseconds.
  let value = 0
  let digits = 0
  let next = at
  for (; next < end; next++) {
    const byte = byteAt(bytes, next)
    if (byte === DOT && next === at + 10) continue
    if (!isDigit(byte)) break
    if (digits < 16) value = value * 10 + byte - 0x30
    digits++
  }
  if (digits < 10 || digits > 19 || next >= end) return -1
  const hasFraction = bytes[at + 10] === DOT && next > at + 11
  if (!hasFraction && next !== at + 10) return -1
  timestamp.micros = value * 10 ** Math.max(0, 16 - digits)
  const isNear = Math.abs(timestamp.micros - receivedAt) < maxEpochSkewMicros
  return isRepresentable(timestamp.micros) && (hasFraction || isNear) ? next : -1
}

/**
 * Converts the Unix time in bytes [start, end) to microseconds: 10, 13, 16 or 19 digits are seconds,
 * milliseconds, microseconds or nanoseconds. Returns -1 for anything else.
 */
export function epochMicros(bytes: Uint8Array, start: number, end: number): number {
  const digits = end - start
  if (digits !== 10 && digits !== 13 && digits !== 16 && digits !== 19) return -1
  let micros = 0
  // 16 digits are microseconds: adds zeros to fewer, and cuts nanoseconds.
  for (let i = 0; i < 16; i++) {
    const byte = i < digits ? byteAt(bytes, start + i) : 0x30
    if (!isDigit(byte)) return -1
    micros = micros * 10 + byte - 0x30
  }
  return micros
}
