import type { ParsedEvent } from '../../schema/event.ts'
import {
  byteAt,
  byteOrderMark,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DOT,
  isDigit,
  isLetter,
  OPEN_BRACKET,
  PERCENT,
  SPACE,
  STAR,
  startsWithText,
} from './bytes.ts'
import { readCheckPoint } from './checkpoint.ts'
import { readCiscoPreamble } from './cisco.ts'
import type { ParseContext } from './context.ts'
import { skipDeviceWord } from './device-word.ts'
import { readFirstWord } from './first-word.ts'
import { readFortiGate } from './fortigate.ts'
import { findMnemonicEnd, readMnemonic, setMnemonic } from './mnemonic.ts'
import { names } from './names.ts'
import { readPaloAlto } from './paloalto.ts'
import { isRepeatCount } from './recent-programs.ts'
import { isPipedFormat, readTag } from './tag.ts'
import { readTagOfDevice, startsTextOfDevice } from './tag-of-device.ts'
import { decode } from './text.ts'
import { readUnifiDevice } from './unifi.ts'

/** A mnemonic in a text without a tag begins at most this far in, bytes. */
const maxMnemonicOffset = 64

/**
 * Reads what follows timestamp and host into program and message. `isHeaderless`: the line has neither, so the device's own
 * host and time count. Returns whether the line has the format of a known device.
 */
export function readContent(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  isHeaderless: boolean,
): boolean {
  if (!isHeaderless) {
    const plain = readPlainTag(bytes, start, end, context, event)
    if (plain !== -1) {
      event.message = decode(bytes, plain, end)
      return true
    }
  }
  if (readDeviceRecord(bytes, start, end, context, event, isHeaderless)) {
    event.message = decode(bytes, start, end)
    return true
  }
  // In a line without a header only the preamble of a Cisco device can set the program before.
  const hasPreamble = event.program !== ''
  const first = start < end ? byteAt(bytes, start) : 0
  let at = start
  if (!isHeaderless && startsPreamble(first)) {
    // A relay's header before the device's own.
    const inner = readCiscoPreamble(bytes, start, end, context, event, false)
    if (inner !== -1) at = inner
  }
  let text = readMnemonic(bytes, at, end, event)
  if (text === -1 && event.program === '') {
    if (!isHeaderless) at = skipDeviceWord(bytes, at, end, event)
    at = readUnifiDevice(bytes, at, end, event)
    const tagAt = at
    at = readTag(bytes, at, end, event, isHeaderless)
    text = readMnemonic(bytes, at, end, event)
    if (text === -1) {
      if (at > tagAt) {
        if (startsTextOfDevice[at < end ? byteAt(bytes, at) : 0] === 1)
          text = readTagOfDevice(bytes, at, end, context, event, isHeaderless)
      } else if (event.program === '') {
        text = findMnemonic(bytes, at, end, context, event)
        if (event.program === '') {
          if (isRepeatCount(bytes, at, end)) event.program = context.recent?.programOf(event.host) ?? ''
          else text = readFirstWord(bytes, at, end, event)
        }
      }
    }
  }
  if (text === -1) text = at
  if (bytes[text] === 0xef && startsWithText(bytes, text, end, byteOrderMark)) text += 3
  event.message = decode(bytes, text, end)
  return (
    hasPreamble ||
    event.mnemonic !== '' ||
    (isHeaderless && (event.program === 'CEF' || event.program === 'LEEF'))
  )
}

/** Bytes of which plain tags are made. */
const inPlainTags = new Uint8Array(256)
for (let byte = 0; byte < 256; byte++) if (isLetter(byte) || isDigit(byte)) inPlainTags[byte] = 1
for (const mark of '-._/') inPlainTags[mark.charCodeAt(0)] = 1
const maxPlainTagBytes = 64

/**
 * Reads `tag: ` or `tag[pid]: ` of most lines, which need no other look: letters, digits and few marks, and a text that begins no format of
 * a device. Returns where the text begins, or -1 for anything else, which the readers below read.
 */
function readPlainTag(
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
  if (at >= limit || bytes[at] !== COLON) return -1
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

/** Reads the header of a record of pairs or values, which is the whole message. Returns false and changes nothing for other texts. */
export function readDeviceRecord(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  isHeaderless: boolean,
): boolean {
  const first = start < end ? byteAt(bytes, start) : 0
  if (first === 0x64) return readFortiGate(bytes, start, end, context, event, isHeaderless)
  if (first === 0x74) return readCheckPoint(bytes, start, end, event, isHeaderless)
  if (isDigit(first) || first === COMMA) return readPaloAlto(bytes, start, end, context, event, isHeaderless)
  return false
}

/** A sequence number, a mark of the clock, or nothing before a colon. */
function startsPreamble(byte: number): boolean {
  return isDigit(byte) || byte === STAR || byte === DOT || byte === COLON
}

/** Finds a mnemonic further in. The text begins at it if only a Cisco preamble stands before it; otherwise the text stays whole. */
function findMnemonic(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
): number {
  const limit = Math.min(end, start + maxMnemonicOffset)
  for (let at = start; at < limit; at++) {
    if (bytes[at] !== PERCENT || bytes[at - 1] !== SPACE) continue
    const behind = findMnemonicEnd(bytes, at, end)
    if (behind === -1) continue
    const text = readCiscoPreamble(bytes, start, end, context, event, false)
    setMnemonic(bytes, at, behind, event)
    return text === at ? at : start
  }
  return start
}
