import { parseSeverity } from '../../../filter/predicate/severity-words.ts'
import type { ParsedEvent } from '../../../schema/event/event.ts'
import { CLOSE_BRACKET, COLON, findByte, skipSpaces } from '../parts/bytes.ts'
import { hostEnd } from '../parts/host-name.ts'
import { names } from '../parts/names.ts'

const maxTagBytes = 256

/**
 * Reads the tag of NetApp's ONTAP at the bracket `open`: `[host:event.name:severity]: ` or `[host: process:
 * event.name:severity]: `. Returns the start of the text, or -1 for anything else.
 */
export function readNetAppTag(bytes: Buffer, open: number, end: number, event: ParsedEvent): number {
  const limit = Math.min(end, open + maxTagBytes)
  const hostColon = colonAfterHost(bytes, open + 1, limit)
  if (hostColon === -1) return -1
  const close = findByte(bytes, hostColon, limit, CLOSE_BRACKET)
  if (close + 1 >= limit || bytes[close + 1] !== COLON) return -1
  const severityColon = lastColon(bytes, hostColon + 1, close)
  if (severityColon === -1 || parseSeverity(bytes.toString('latin1', severityColon + 1, close).trim()) === -1)
    return -1
  const processEnd = lastColon(bytes, hostColon + 1, severityColon)
  const nameAt = skipSpaces(bytes, (processEnd === -1 ? hostColon : processEnd) + 1, severityColon)
  if (nameAt === severityColon) return -1
  event.host = names.intern(bytes, open + 1, hostColon)
  event.program = names.intern(bytes, nameAt, severityColon)
  return skipSpaces(bytes, close + 2, end)
}

/** The colon after a host; -1 for none. */
function colonAfterHost(bytes: Uint8Array, start: number, limit: number): number {
  const colon = findByte(bytes, start, limit, COLON)
  return colon > start && colon < limit && hostEnd(bytes, start, colon) === colon ? colon : -1
}

function lastColon(bytes: Uint8Array, start: number, end: number): number {
  for (let at = end - 1; at >= start; at--) if (bytes[at] === COLON) return at
  return -1
}
