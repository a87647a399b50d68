import { byteAt, COLON, DASH, isDigit, isUpper, SPACE } from './bytes.ts'

/** Result of readZoneName: the offset in seconds east of UTC. */
export class ZoneName {
  offset = 0
}

/**
 * Hours east of UTC by the zone names that devices write behind a time. Ambiguous names have the meaning of network equipment:
 * CST and EST are American, IST is Indian, BST is British summer time.
 */
const offsetHours = new Map<string, number>([
  ['UTC', 0],
  ['GMT', 0],
  ['Z', 0],
  ['WET', 0],
  ['WEST', 1],
  ['BST', 1],
  ['CET', 1],
  ['MET', 1],
  ['CEST', 2],
  ['MEST', 2],
  ['EET', 2],
  ['EEST', 3],
  ['SAST', 2],
  ['MSK', 3],
  ['GST', 4],
  ['PKT', 5],
  ['IST', 5.5],
  ['ICT', 7],
  ['WIB', 7],
  ['SGT', 8],
  ['HKT', 8],
  ['AWST', 8],
  ['JST', 9],
  ['KST', 9],
  ['ACST', 9.5],
  ['ACDT', 10.5],
  ['AEST', 10],
  ['AEDT', 11],
  ['NZST', 12],
  ['NZDT', 13],
  ['BRT', -3],
  ['ART', -3],
  ['ADT', -3],
  ['AST', -4],
  ['EDT', -4],
  ['EST', -5],
  ['CDT', -5],
  ['CST', -6],
  ['MDT', -6],
  ['MST', -7],
  ['PDT', -7],
  ['PST', -8],
  ['AKDT', -8],
  ['AKST', -9],
  ['HST', -10],
])

/**
 * Reads ` UTC` or ` TZ-6` (RFC 3164 section 5.4, example 4) behind a time, before a space or a colon. Returns the position
 * behind, or -1: any other word is a host.
 */
export function readZoneName(bytes: Buffer, at: number, end: number, zone: ZoneName): number {
  if (at + 1 >= end || bytes[at] !== SPACE || !isUpper(byteAt(bytes, at + 1))) return -1
  let next = at + 1
  while (next < end && next - at <= 5 && isUpper(byteAt(bytes, next))) next++
  const sign = byteAt(bytes, next)
  if ((sign === DASH || sign === 0x2b) && next - at === 3 && bytes[at + 1] === 0x54 && bytes[at + 2] === 0x5a)
    return readNumericOffset(bytes, next, end, zone)
  if (next >= end || (sign !== SPACE && sign !== COLON)) return -1
  const hours = offsetHours.get(bytes.toString('latin1', at + 1, next))
  if (hours === undefined) return -1
  zone.offset = hours * 3_600
  return next
}

/** The `-6` of `TZ-6`: hours, one digit or two. */
function readNumericOffset(bytes: Uint8Array, at: number, end: number, zone: ZoneName): number {
  let next = at + 1
  let hours = 0
  while (next < end && next - at <= 2 && isDigit(byteAt(bytes, next)))
    hours = hours * 10 + byteAt(bytes, next++) - 0x30
  if (next === at + 1 || hours > 14 || next >= end || bytes[next] !== SPACE) return -1
  zone.offset = bytes[at] === DASH ? -hours * 3_600 : hours * 3_600
  return next
}
