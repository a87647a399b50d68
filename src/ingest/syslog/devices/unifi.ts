import type { ParsedEvent } from '../../../schema/event/event.ts'
import { byteAt, COLON, COMMA, findByte, isDigit, isUpper, QUOTE, SPACE, skipSpaces } from '../parts/bytes.ts'
import { decode } from '../parts/text.ts'

const maxModelBytes = 128

/**
 * Reads `("MODEL,mac,version")`, which UniFi access points before 2022 write in place of the host, into
 * extra.MODEL, extra.MAC and extra.VERSION. Returns the start of the tag, or `start` for anything else.
 */
export function readUnifiModel(bytes: Buffer, start: number, end: number, event: ParsedEvent): number {
  if (end - start < 2 || bytes[start + 1] !== QUOTE) return start
  const limit = Math.min(end, start + maxModelBytes)
  for (let at = start + 2; at + 1 < limit; at++) {
    if (bytes[at] !== QUOTE) continue
    const [model = '', mac = '', version = ''] = decode(bytes, start + 2, at).split(',')
    if (bytes[at + 1] !== 0x29 || mac === '') return start
    event.extra.MODEL = model
    event.extra.MAC = mac
    event.extra.VERSION = version
    return skipSpaces(bytes, at + 2, end)
  }
  return start
}

/**
 * Reads `mac,MODEL-version:`, which newer UniFi devices write before the tag, into extra.MAC and extra.MODEL.
 * Returns the start of the tag, or `start` for anything else.
 */
export function readUnifiDevice(bytes: Buffer, start: number, end: number, event: ParsedEvent): number {
  if (end - start < 16) return start
  if (bytes[start + 12] !== COMMA)
    return isUpper(byteAt(bytes, start)) ? readUnifiSwitch(bytes, start, end, event) : start
  for (let at = start; at < start + 12; at++) if (!isHex(byteAt(bytes, at))) return start
  const limit = Math.min(end, start + maxModelBytes)
  for (let at = start + 13; at < limit && bytes[at] !== SPACE; at++) {
    if (bytes[at] !== COLON || at + 1 >= end || bytes[at + 1] !== SPACE) continue
    event.extra.MAC = decode(bytes, start, start + 12)
    event.extra.MODEL = decode(bytes, start + 13, at)
    return skipSpaces(bytes, at + 1, end)
  }
  return start
}

/** Reads `MODEL,mac,vVERSION`, which switches write before the tag; `v` and a final colon are optional. */
function readUnifiSwitch(bytes: Buffer, start: number, end: number, event: ParsedEvent): number {
  const limit = Math.min(end, start + maxModelBytes)
  let comma = start
  while (comma < limit && bytes[comma] !== COMMA && bytes[comma] !== SPACE) comma++
  if (
    comma + 14 >= end ||
    bytes[comma] !== COMMA ||
    bytes[comma + 13] !== COMMA ||
    (bytes[comma + 14] !== 0x76 && !isDigit(byteAt(bytes, comma + 14)))
  )
    return start
  for (let at = comma + 1; at < comma + 13; at++) if (!isHex(byteAt(bytes, at))) return start
  const versionEnd = findByte(bytes, comma + 14, limit, SPACE)
  if (versionEnd === limit) return start
  event.extra.MODEL = decode(bytes, start, comma)
  event.extra.MAC = decode(bytes, comma + 1, comma + 13)
  const hasColon = bytes[versionEnd - 1] === COLON
  event.extra.VERSION = decode(bytes, comma + 14, hasColon ? versionEnd - 1 : versionEnd)
  return skipSpaces(bytes, versionEnd, end)
}

function isHex(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x61 && byte <= 0x66) || (byte >= 0x41 && byte <= 0x46)
}
