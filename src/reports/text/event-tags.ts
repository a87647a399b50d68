import type { EventCursor, Place } from '../../query/event-batch.ts'
import type { ByteWriter } from './byte-writer.ts'

/** Writes the tags of an event as a JSON object. */
export function writeTags(bytes: ByteWriter, event: EventCursor): void {
  const { tagText: text } = bytes
  if (event.tagCount === 0) {
    bytes.constant(text.none)
    return
  }
  if (!hasPlainTags(event)) {
    bytes.json(JSON.stringify(event.tags()))
    return
  }
  for (let index = 0; index < event.tagCount; index++) {
    const { path, value } = event.tag(index)
    bytes.constant(index === 0 ? text.open : text.comma)
    bytes.copy(event, path.from, path.to)
    bytes.constant(text.colon)
    bytes.copy(event, value.from, value.to)
  }
  bytes.constant(text.close)
}

/** Whether all names and values can be copied into JSON unchanged, in the order in which an object has them. */
function hasPlainTags(event: EventCursor): boolean {
  for (let index = 0; index < event.tagCount; index++) {
    const { path, value } = event.tag(index)
    if (!isPlainName(event.bytes, path) || !isPlain(event.bytes, value)) return false
  }
  return true
}

const [space, quote, percent, nine, backslash, firstNonAscii] = [0x20, 0x22, 0x25, 0x39, 0x5c, 0x80]

/** Whether a text is printable ASCII without JSON escapes. */
function isPlain(bytes: Uint8Array, { from, to }: Place): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0
    if (byte < space || byte === quote || byte === backslash || byte >= firstNonAscii) return false
  }
  return true
}

/**
 * As `isPlain` for a name, which the store escapes with percent signs. Numeric names are not plain: an object
 * has them before all others.
 */
function isPlainName(bytes: Uint8Array, range: Place): boolean {
  if ((bytes[range.from] ?? 0) <= nine) return false
  for (let at = range.from; at < range.to; at++) if (bytes[at] === percent) return false
  return isPlain(bytes, range)
}
