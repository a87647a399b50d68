import { byteAt, COLON, COMMA, DASH, DOT, isDigit, PLUS, twoDigits } from '../parts/bytes.ts'

/** Result of the readers of timestamps. One object serves all lines of a reader: parsing is synchronous. */
export class Timestamp {
  /** Microseconds since the epoch. */
  micros = 0
}

/** Parses `hh:mm:ss` as seconds of the day; -1 for anything else. Seconds may be 60. */
export function parseClock(bytes: Uint8Array, at: number, end: number): number {
  if (end - at < 8 || bytes[at + 2] !== COLON || bytes[at + 5] !== COLON) return -1
  const hour = twoDigits(bytes, at)
  const minute = twoDigits(bytes, at + 3)
  const second = twoDigits(bytes, at + 6)
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return -1
  return hour * 3_600 + minute * 60 + second
}

/** Reads any number of digits into `fraction`, cut to microseconds. Returns the position after them. */
export function readFraction(
  bytes: Uint8Array,
  at: number,
  end: number,
  fraction: { micros: number },
): number {
  let next = at
  let weight = 100_000
  let micros = 0
  while (next < end && isDigit(byteAt(bytes, next))) {
    micros += (byteAt(bytes, next) - 0x30) * weight
    weight = Math.floor(weight / 10)
    next++
  }
  fraction.micros = micros
  return next
}

/** Whether a fraction, a dot or comma and a digit, begins here. */
export function startsFraction(bytes: Uint8Array, at: number, end: number): boolean {
  const byte = byteAt(bytes, at)
  return at + 1 < end && (byte === DOT || byte === COMMA) && isDigit(byteAt(bytes, at + 1))
}

/** Returned for a missing offset; real offsets are smaller. */
export const noOffset = 1_000_000

/** Parses `+hh:mm`, `+hhmm` or `+hh` (or with `-`) as seconds east of UTC; noOffset for anything else. */
export function parseOffset(bytes: Uint8Array, at: number, end: number): number {
  const sign = byteAt(bytes, at)
  if ((sign !== PLUS && sign !== DASH) || end - at < 3) return noOffset
  const hours = twoDigits(bytes, at + 1)
  const minutesAt = bytes[at + 3] === COLON ? at + 4 : at + 3
  const minutes = minutesAt + 2 <= end ? twoDigits(bytes, minutesAt) : -1
  if (hours < 0 || hours > 23 || minutes > 59) return noOffset
  const seconds = hours * 3_600 + (minutes < 0 ? 0 : minutes * 60)
  return sign === DASH ? -seconds : seconds
}

/** Length in bytes of the offset at `at`, which parseOffset has accepted: 6 of `+hh:mm`, 5 or 3. */
export function offsetLength(bytes: Uint8Array, at: number, end: number): number {
  if (at + 6 <= end && bytes[at + 3] === COLON && twoDigits(bytes, at + 4) >= 0) return 6
  return at + 5 <= end && twoDigits(bytes, at + 3) >= 0 ? 5 : 3
}
