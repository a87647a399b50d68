import type { Zone } from '../../../time/zone.ts'
import { byteAt, DASH, fourDigits, SLASH, SPACE, twoDigits } from '../parts/bytes.ts'
import { daysInMonth, daysSinceEpoch, isRepresentable } from './calendar.ts'
import {
  noOffset,
  offsetLength,
  parseClock,
  parseOffset,
  readFraction,
  startsFraction,
  type Timestamp,
} from './timestamp.ts'
import { readZoneName } from './zone-name.ts'

const fraction = { micros: 0 }
const zoneName = { offset: 0 }

// Cache of the last date, since most lines have the date of the previous line: as the number 20260102, and as
// days since the epoch.
let lastDate = 0
let lastDay = 0

/**
 * Reads an RFC 3339 timestamp (RFC 5424 section 6.2.3): date, `T` or a space, time, a fraction of any length
 * (cut to microseconds), then `Z`, an offset or the name of a zone. The date may have slashes. Without an
 * offset, it is local time of `zone`. Returns the position after it, or -1 for anything else and for times
 * outside of 1970 to 2255.
 */
export function readIsoTimestamp(
  bytes: Buffer,
  at: number,
  end: number,
  zone: Zone,
  timestamp: Timestamp,
): number {
  const separator = byteAt(bytes, at + 4)
  if (end - at < 19 || (separator !== DASH && separator !== SLASH) || bytes[at + 7] !== separator) return -1
  const between = byteAt(bytes, at + 10)
  // T, t or a space
  if (between !== 0x54 && between !== 0x74 && between !== SPACE) return -1
  const day = readDay(bytes, at)
  const clock = parseClock(bytes, at + 11, end)
  if (day < 0 || clock < 0) return -1

  let next = at + 19
  fraction.micros = 0
  if (startsFraction(bytes, next, end)) next = readFraction(bytes, next + 1, end, fraction)
  const wall = day * 86_400 + clock
  let seconds: number
  const suffix = next < end ? byteAt(bytes, next) : 0
  // Z or z
  if (suffix === 0x5a || suffix === 0x7a) {
    seconds = wall
    next++
  } else {
    // `17:51:15.123 +0000 host`
    const isSpaced = suffix === SPACE && isSpacedOffset(bytes, next + 1, end)
    if (isSpaced) next++
    const offset = parseOffset(bytes, next, end)
    const zoneEnd = suffix === SPACE && offset === noOffset ? readZoneName(bytes, next, end, zoneName) : -1
    if (zoneEnd !== -1) {
      seconds = wall - zoneName.offset
      next = zoneEnd
    } else if (offset === noOffset) seconds = zone.toUtc(wall)
    else {
      seconds = wall - offset
      next += offsetLength(bytes, next, end)
    }
  }
  const micros = seconds * 1_000_000 + fraction.micros
  if (!isRepresentable(micros)) return -1
  timestamp.micros = micros
  return next
}

/** Whether `+0000 ` or `+00:00 ` begins here; false for a word that begins like an offset. */
function isSpacedOffset(bytes: Uint8Array, at: number, end: number): boolean {
  if (end - at < 6 || parseOffset(bytes, at, end) === noOffset) return false
  const length = offsetLength(bytes, at, end)
  return length >= 5 && at + length < end && bytes[at + length] === SPACE
}

/** Days since the epoch of `yyyy?mm?dd`, with any bytes in place of `?`; -1 for anything else. */
export function readDay(bytes: Uint8Array, at: number): number {
  const year = fourDigits(bytes, at)
  const month = twoDigits(bytes, at + 5)
  const day = twoDigits(bytes, at + 8)
  if (year < 1970 || month < 1 || month > 12 || day < 1) return -1
  const date = (year * 100 + month) * 100 + day
  if (date === lastDate) return lastDay
  if (day > daysInMonth(year, month)) return -1
  lastDay = daysSinceEpoch(year, month, day)
  lastDate = date
  return lastDay
}
