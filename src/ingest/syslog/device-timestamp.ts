import type { Zone } from '../../time/zone.ts'
import { byteAt, COLON, DASH, fourDigits, SLASH, twoDigits } from './bytes.ts'
import { daysInMonth, daysSinceEpoch, isRepresentable } from './calendar.ts'
import { readDay } from './iso-timestamp.ts'
import { noOffset, parseClock, type Timestamp } from './timestamp.ts'
import { readZoneName } from './zone-name.ts'

const zoneName = { offset: 0 }

/**
 * Reads `yyyy:mm:dd-hh:mm:ss` (Sophos UTM) and `mm/dd/yyyy:hh:mm:ss GMT` (NetScaler, which may write the day first: then the date that exists,
 * or is nearer to `receivedAt`). Returns the position behind, or -1 for anything else.
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
  const clock = day < 0 ? -1 : parseClock(bytes, at + 11, end)
  if (clock < 0) return -1
  const wall = day * 86_400 + clock
  const name = readZoneName(bytes, at + 19, end, zoneName)
  const offset = name === -1 ? noOffset : zoneName.offset
  const micros = (offset === noOffset ? zone.toUtc(wall) : wall - offset) * 1_000_000
  if (!isRepresentable(micros)) return -1
  timestamp.micros = micros
  return name === -1 ? at + 19 : name
}

function readShortDay(bytes: Uint8Array, at: number, receivedAt: number): number {
  const first = twoDigits(bytes, at)
  const second = twoDigits(bytes, at + 3)
  const year = fourDigits(bytes, at + 6)
  const monthFirst = dayOf(year, first, second)
  const dayFirst = dayOf(year, second, first)
  if (monthFirst < 0 || dayFirst < 0) return Math.max(monthFirst, dayFirst)
  const received = receivedAt / 86_400_000_000
  return Math.abs(dayFirst - received) < Math.abs(monthFirst - received) ? dayFirst : monthFirst
}

function dayOf(year: number, month: number, day: number): number {
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return -1
  return daysSinceEpoch(year, month, day)
}

/** Reads the Unix time of Meraki's header, `1767323045.123456789`; returns the position behind, or -1 for anything else. */
export function readEpoch(bytes: Uint8Array, at: number, end: number, timestamp: Timestamp): number {
  let micros = 0
  let digits = 0
  let next = at
  for (; next < end; next++) {
    const byte = byteAt(bytes, next)
    if (byte === 0x2e && digits === 10) continue
    if (byte < 0x30 || byte > 0x39) break
    if (digits < 16) micros = micros * 10 + byte - 0x30
    digits++
  }
  if (digits < 10 || digits > 19 || at + 10 >= end || bytes[at + 10] !== 0x2e) return -1
  timestamp.micros = micros * 10 ** Math.max(0, 16 - digits)
  return isRepresentable(timestamp.micros) ? next : -1
}
