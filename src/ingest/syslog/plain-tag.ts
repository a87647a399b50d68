import type { ParsedEvent } from '../../schema/event/event.ts'
import { readTagOfDevice, startsTextOfDevice } from './devices/tag-of-device.ts'
import {
  byteAt,
  CLOSE_BRACKET,
  COLON,
  isDigit,
  isLetter,
  OPEN_BRACKET,
  PERCENT,
  SPACE,
} from './parts/bytes.ts'
import type { ParseContext } from './parts/context.ts'
import { names } from './parts/names.ts'
import { isPipedFormat } from './parts/tag.ts'

/** Bytes that plain tags consist of. */
const inPlainTags = new Uint8Array(256)
for (let byte = 0; byte < 256; byte++) if (isLetter(byte) || isDigit(byte)) inPlainTags[byte] = 1
for (const mark of '-._/') inPlainTags[mark.charCodeAt(0)] = 1
const maxPlainTagBytes = 64
export const plainWord = -2

/**
 * Reads `tag: ` or `tag[pid]: `, as in most lines: letters, digits and few marks, and a text that begins no
 * device format. Such tags need no further check. Returns the start of the text, `plainWord` for a word
 * before a space, or -1 for anything else.
 */
export function readPlainTag(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
): number {
  const limit = Math.min(end - 2, start + maxPlainTagBytes)
  if (start >= limit || event.program !== '' || !isLetter(byteAt(bytes, start))) return -1
  let at = start + 1
  while (at < limit && inPlainTags[byteAt(bytes, at)] === 1) at++
  const nameEnd = at
  if (bytes[at] === OPEN_BRACKET) {
    at++
    while (at < limit && isDigit(byteAt(bytes, at))) at++
    if (bytes[at] !== CLOSE_BRACKET || at === nameEnd + 1) return -1
    at++
  }
  if (at >= limit) return -1
  if (bytes[at] !== COLON) return at === nameEnd && bytes[at] === SPACE ? plainWord : -1
  if (bytes[at + 1] !== SPACE) {
    if (at > nameEnd || !isPipedFormat(bytes, start, at)) return -1
    event.program = names.intern(bytes, start, at)
    return at + 1
  }
  const textAt = at + 2
  const first = byteAt(bytes, textAt)
  if (first === PERCENT || first === SPACE || first === 0xef) return -1
  event.program = names.intern(bytes, start, nameEnd)
  if (at > nameEnd) event.extra.PID = names.intern(bytes, nameEnd + 1, at - 1)
  if (startsTextOfDevice[first] === 0) return textAt
  const text = readTagOfDevice(bytes, textAt, end, context, event, false)
  return text === -1 ? textAt : text
}
