import type { ParsedEvent } from '../../../schema/event/event.ts'
import {
  byteAt,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  EQUALS,
  isDigit,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
  startsWithText,
  TAB,
} from './bytes.ts'
import { names, processId } from './names.ts'

const OPEN_BRACE = 0x7b
/** The control character DEL. */
const DELETE = 0x7f
const maxTagBytes = 128
const maxPidBytes = 64
/** RouterOS writes `topic,topic,severity text`. */
const routerOsSeverities = new Set(['info', 'warning', 'error', 'critical', 'debug'])

/**
 * Reads `tag:`, `tag[pid]:` or `tag[pid]` at `start` into program and extra.PID. Returns the start of the
 * text after one space, or `start` if no tag is there; lines of RouterOS and Snare get their program even
 * then. `isHeaderless`: no timestamp precedes it, so a number with a colon is the sequence number of a Cisco
 * device.
 */
export function readTag(
  bytes: Buffer,
  start: number,
  end: number,
  event: ParsedEvent,
  isHeaderless: boolean,
): number {
  const limit = Math.min(end, start + maxTagBytes)
  let hasComma = false
  let hasName = !isHeaderless
  for (let at = start; at < limit; at++) {
    const byte = byteAt(bytes, at)
    if (byte === COLON) {
      if (!hasName || at === start) return start
      // A colon inside of a name, as in `Foo::Bar: text`.
      const next = at + 1 < end ? byteAt(bytes, at + 1) : SPACE
      if (next !== SPACE && next !== TAB && !isPipedFormat(bytes, start, at)) continue
      event.program = names.intern(bytes, start, at)
      return skipOneSpace(bytes, at + 1, end)
    }
    if (byte === OPEN_BRACKET) return at > start ? readPid(bytes, start, at, end, event) : start
    if (!isDigit(byte)) hasName = true
    if (byte === COMMA) hasComma = true
    else if (byte === SPACE) {
      if (hasComma && isRouterOs(bytes, start, at)) event.program = 'MikroTik'
      return start
    } else if (byte === TAB) {
      if (startsWithText(bytes, start, end, 'MSWinEventLog')) event.program = 'MSWinEventLog'
      return start
    } else if (byte < SPACE || byte === EQUALS || byte === QUOTE || byte === OPEN_BRACE || byte === DELETE)
      return start
  }
  return start
}

/** Reads a pid without spaces after the `[` at `open`; a colon, a space or the end must follow. */
function readPid(bytes: Buffer, start: number, open: number, end: number, event: ParsedEvent): number {
  const limit = Math.min(end, open + maxPidBytes)
  for (let at = open + 1; at < limit; at++) {
    const byte = byteAt(bytes, at)
    if (byte <= SPACE) return start
    if (byte !== CLOSE_BRACKET) continue
    const colon = at + 1 < end && bytes[at + 1] === COLON
    const tagEnd = colon ? at + 2 : at + 1
    if (!colon && tagEnd < end && bytes[tagEnd] !== SPACE) return start
    event.program = names.intern(bytes, start, open)
    if (at > open + 1) event.extra.PID = processId(bytes, open + 1, at)
    return skipOneSpace(bytes, Math.min(tagEnd, end), end)
  }
  return start
}

function skipOneSpace(bytes: Uint8Array, at: number, end: number): number {
  return at < end && bytes[at] === SPACE ? at + 1 : at
}

/** Whether the tag belongs to `CEF:0|...` or `LEEF:2.0|...`, which have no space after the colon. */
export function isPipedFormat(bytes: Uint8Array, start: number, colon: number): boolean {
  const length = colon - start
  if (!isDigit(byteAt(bytes, colon + 1))) return false
  return (
    (length === 3 && startsWithText(bytes, start, colon, 'CEF')) ||
    (length === 4 && startsWithText(bytes, start, colon, 'LEEF'))
  )
}

function isRouterOs(bytes: Buffer, start: number, end: number): boolean {
  for (const topic of bytes.toString('latin1', start, end).split(','))
    if (routerOsSeverities.has(topic)) return true
  return false
}
