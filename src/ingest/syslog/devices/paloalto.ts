import type { ParsedEvent } from '../../../schema/event/event.ts'
import { utc } from '../../../time/zone.ts'
import { byteAt, COMMA, DOT, isDigit, SLASH, SPACE, skipSpaces } from '../parts/bytes.ts'
import type { ParseContext } from '../parts/context.ts'
import { readIsoTimestamp } from '../time/iso-timestamp.ts'
import { parseClock, Timestamp } from '../time/timestamp.ts'

/** Program of an event by the fourth field of a PAN-OS record, TYPE. */
const programs = new Map<string, string>([
  ['TRAFFIC', 'PaloAlto_Traffic'],
  ['THREAT', 'PaloAlto_Threat'],
  ['SYSTEM', 'PaloAlto_System'],
  ['CONFIG', 'PaloAlto_Config'],
  ['GLOBALPROTECT', 'PaloAlto_GlobalProtect'],
  ['USERID', 'PaloAlto_UserID'],
  ['HIPMATCH', 'PaloAlto_HipMatch'],
  ['HIP-MATCH', 'PaloAlto_HipMatch'],
  ['AUTHENTICATION', 'PaloAlto_Authentication'],
  ['DECRYPTION', 'PaloAlto_Decryption'],
  ['TUNNEL', 'PaloAlto_Tunnel'],
  ['SCTP', 'PaloAlto_SCTP'],
  ['CORRELATION', 'PaloAlto_Correlation'],
  ['IPTAG', 'PaloAlto_IPTag'],
])
const maxSerialBytes = 32
const maxFractionBytes = 10
const maxTypeBytes = 16
const timestamp = new Timestamp()

/**
 * Reads the header of a PAN-OS record, `1,yyyy/mm/dd hh:mm:ss,serial,TYPE,`, and sets the program. The whole
 * record stays the message. `isHeaderless`: the line has no header with a time, so the event gets the time of
 * the record. Returns false and changes nothing for other texts.
 */
export function readPaloAlto(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  isHeaderless: boolean,
): boolean {
  let at = start
  while (at < end && at - start < 4 && isDigit(byteAt(bytes, at))) at++
  if (bytes[at] !== COMMA || bytes[at + 5] !== SLASH || bytes[at + 8] !== SLASH || bytes[at + 11] !== SPACE)
    return false
  const timeAt = skipSpaces(bytes, at + 11, end)
  if (parseClock(bytes, timeAt, end) < 0) return false
  // GlobalProtect writes a fraction.
  const timeEnd = fieldEnd(bytes, timeAt + 8, end, maxFractionBytes)
  if (timeEnd === -1 || (timeEnd > timeAt + 8 && bytes[timeAt + 8] !== DOT)) return false
  const serialEnd = fieldEnd(bytes, timeEnd + 1, end, maxSerialBytes)
  const typeEnd = serialEnd === -1 ? -1 : fieldEnd(bytes, serialEnd + 1, end, maxTypeBytes)
  if (typeEnd === -1) return false
  event.program = programs.get(bytes.toString('latin1', serialEnd + 1, typeEnd)) ?? 'PaloAlto'
  if (isHeaderless && readIsoTimestamp(bytes, at + 1, end, context.zone ?? utc, timestamp) === timeEnd)
    event.ts = timestamp.micros
  return true
}

/** The comma after a field of at most `maxBytes`; -1 for none. */
function fieldEnd(bytes: Uint8Array, start: number, end: number, maxBytes: number): number {
  const limit = Math.min(end, start + maxBytes + 1)
  for (let at = start; at < limit; at++) if (bytes[at] === COMMA) return at
  return -1
}
