import { byteAt, COLON, DASH, isDigit, isUpper, PLUS, SPACE, twoDigits } from '../parts/bytes.ts'
import { noOffset, offsetLength, parseOffset } from './timestamp.ts'

/**
 * Hours east of UTC by the zone names that devices write after a time. Ambiguous names mean what network
 * equipment means: CST and EST are American, IST is Indian, BST is British summer time.
 */
const offsetHours = new Map<string, number>(
  (
    [
      [0, 'UTC GMT Z WET'],
      [1, 'WEST BST CET MET MEZ'],
      [2, 'CEST MEST MESZ EET SAST'],
      [3, 'EEST MSK'],
      [4, 'GST'],
      [5, 'PKT'],
      [5.5, 'IST'],
      [7, 'ICT WIB'],
      [8, 'SGT HKT AWST'],
      [9, 'JST KST'],
      [9.5, 'ACST'],
      [10.5, 'ACDT'],
      [10, 'AEST'],
      [11, 'AEDT'],
      [12, 'NZST'],
      [13, 'NZDT'],
      [-3, 'BRT ART ADT'],
      [-4, 'AST EDT'],
      [-5, 'EST CDT'],
      [-6, 'CST MDT'],
      [-7, 'MST PDT'],
      [-8, 'PST AKDT'],
      [-9, 'AKST'],
      [-10, 'HST'],
    ] as const
  ).flatMap(([hours, names]) => names.split(' ').map(name => [name, hours] as const)),
)

/**
 * Reads ` UTC`, ` UTC+1`, ` TZ-6` (RFC 3164 section 5.4, example 4), ` +0100` or `+01:00` after a time,
 * before a space or colon. Sets `zone.offset`, seconds east of UTC. Returns the position after it, or -1 for
 * any other word, which is a host.
 */
export function readZoneName(bytes: Buffer, at: number, end: number, zone: { offset: number }): number {
  if (at + 1 >= end) return -1
  const isSpaced = bytes[at] === SPACE
  const first = byteAt(bytes, isSpaced ? at + 1 : at)
  if (first === PLUS || first === DASH) return readOffset(bytes, isSpaced ? at + 1 : at, end, zone)
  if (!isSpaced || !isUpper(first)) return -1
  let next = at + 1
  while (next < end && next - at <= 5 && isUpper(byteAt(bytes, next))) next++
  const sign = byteAt(bytes, next)
  if ((sign === DASH || sign === PLUS) && mayHaveOffset(bytes.toString('latin1', at + 1, next)))
    return readNumericOffset(bytes, next, end, zone)
  if (next >= end || (sign !== SPACE && sign !== COLON)) return -1
  const hours = offsetHours.get(bytes.toString('latin1', at + 1, next))
  if (hours === undefined) return -1
  zone.offset = hours * 3_600
  return next
}

/** Reads an offset `+0100` or `+01:00`. Four digits are required, since fewer may begin another word. */
function readOffset(bytes: Uint8Array, at: number, end: number, zone: { offset: number }): number {
  const offset = parseOffset(bytes, at, end)
  if (offset === noOffset) return -1
  const next = at + offsetLength(bytes, at, end)
  if (next < at + 5 || (next < end && bytes[next] !== SPACE && bytes[next] !== COLON)) return -1
  zone.offset = offset
  return next
}

/** Seconds east of UTC of a name; undefined for an unknown name. */
export function zoneOffset(name: string): number | undefined {
  const hours = offsetHours.get(name.toUpperCase())
  return hours === undefined ? undefined : hours * 3_600
}

/** Whether an offset may follow the name directly, as in `UTC+1`. In `EST-5`, it is part of a host. */
function mayHaveOffset(name: string): boolean {
  return name === 'TZ' || name === 'UTC' || name === 'GMT'
}

/**
 * Reads `-6` of `TZ-6`, `+5:30` of `UTC+5:30` or `+0730` of `UTC+0730`: one or two digits of hours, then
 * perhaps two of minutes.
 */
function readNumericOffset(bytes: Uint8Array, at: number, end: number, zone: { offset: number }): number {
  let next = at + 1
  let hours = 0
  while (next < end && next - at <= 2 && isDigit(byteAt(bytes, next)))
    hours = hours * 10 + byteAt(bytes, next++) - 0x30
  let minutes = 0
  const hasColon = bytes[next] === COLON
  const minutesAt = hasColon ? next + 1 : next
  // `:30` after one or two digits, or two digits right after two: `UTC+530` could be read in two ways.
  const mayHaveMinutes = next - at === 3 || (hasColon && next - at === 2)
  if (mayHaveMinutes && minutesAt + 1 < end && isDigit(byteAt(bytes, minutesAt))) {
    minutes = twoDigits(bytes, minutesAt)
    next = minutesAt + 2
  }
  if (next === at + 1 || hours > 14 || minutes < 0 || minutes > 59 || next >= end) return -1
  if (bytes[next] !== SPACE && bytes[next] !== COLON) return -1
  const seconds = hours * 3_600 + minutes * 60
  zone.offset = bytes[at] === DASH ? -seconds : seconds
  return next
}
