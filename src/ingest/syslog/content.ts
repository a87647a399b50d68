import type { ParsedEvent } from '../../schema/event/event.ts'
import { readCheckPoint } from './devices/checkpoint.ts'
import { readCiscoPreamble } from './devices/cisco.ts'
import { skipDeviceWord } from './devices/device-word.ts'
import { readFortiGate } from './devices/fortigate.ts'
import { readPaloAlto } from './devices/paloalto.ts'
import { readTagOfDevice, startsTextOfDevice } from './devices/tag-of-device.ts'
import { readUnifiDevice } from './devices/unifi.ts'
import {
  byteAt,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DASH,
  DOT,
  fourDigits,
  isDigit,
  isLetter,
  LESS,
  OPEN_BRACKET,
  OPEN_PAREN,
  PERCENT,
  QUOTE,
  SLASH,
  SPACE,
  STAR,
  skipByteOrderMark,
  startsWithText,
} from './parts/bytes.ts'
import { isRepeatCount, type ParseContext } from './parts/context.ts'
import { findMnemonicEnd, readMnemonic, setMnemonic } from './parts/mnemonic.ts'
import { names, processId } from './parts/names.ts'
import { isPipedFormat, readTag } from './parts/tag.ts'
import { decode } from './parts/text.ts'
import { monthAt } from './time/bsd-timestamp.ts'

const maxWordBytes = 128
/** Maximum digits of a program: HP's event ids have five. Longer numbers are counts or times. */
const maxDigits = 8
/** Maximum position of a mnemonic in a text without a tag, bytes. */
const maxMnemonicOffset = 64

/**
 * Reads the text after timestamp and host into program and message: `sshd[7]: failed` gives program sshd,
 * extra.PID 7 and message `failed`. `isHeaderless`: the line had no timestamp and host, so both are taken
 * from the text if it has them. The result matters only then: whether the line has the format of a known
 * device. Tries, in this order: a plain tag, a record of a device, a mnemonic after what Cisco devices write
 * before it, a tag after a device's words, and at last a text without a tag.
 */
export function readContent(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  isHeaderless: boolean,
): boolean {
  const plainTextAt = isHeaderless ? -1 : readPlainTag(bytes, start, end, context, event)
  if (plainTextAt >= 0) {
    event.message = decode(bytes, plainTextAt, end)
    return true
  }
  // A word before a space is no tag. A tag may follow a device's word; otherwise the text has no tag.
  if (plainTextAt === plainWord && skipDeviceWord(bytes, start, end, event) === start) {
    readUntagged(bytes, start, end, context, event)
    return true
  }
  if (readDeviceRecord(bytes, start, end, context, event, isHeaderless)) {
    event.message = decode(bytes, start, end)
    return true
  }
  // Of a headerless line, only readCiscoPreamble may have set the program.
  const hasPreamble = event.program !== ''
  const first = start < end ? byteAt(bytes, start) : 0
  let at = start
  if (!isHeaderless && startsPreamble(first)) {
    // After a relay's header, the device's own preamble may follow.
    const inner = readCiscoPreamble(bytes, start, end, context, event, false)
    if (inner !== -1) at = inner
  }
  let textAt = readMnemonic(bytes, at, end, event)
  // Words of a device, then a tag. A mnemonic may follow the tag.
  if (textAt === -1 && event.program === '') {
    if (!isHeaderless) at = skipDeviceWord(bytes, at, end, event)
    at = readUnifiDevice(bytes, at, end, event)
    const tagAt = at
    at = readTag(bytes, at, end, event, isHeaderless)
    textAt = readMnemonic(bytes, at, end, event)
    if (textAt === -1) {
      if (at > tagAt) {
        if (startsTextOfDevice[at < end ? byteAt(bytes, at) : 0] === 1)
          textAt = readTagOfDevice(bytes, at, end, context, event, isHeaderless)
      } else if (event.program === '') {
        readUntagged(bytes, at, end, context, event)
        return event.mnemonic !== ''
      }
    }
  }
  if (textAt === -1) textAt = at
  event.message = decode(bytes, skipByteOrderMark(bytes, textAt, end), end)
  return (
    hasPreamble ||
    event.mnemonic !== '' ||
    (isHeaderless && (event.program === 'CEF' || event.program === 'LEEF'))
  )
}

/** Reads a text without a tag. It may contain a mnemonic, or begin with the name of the program. */
function readUntagged(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
): void {
  let textAt = findMnemonic(bytes, start, end, context, event)
  if (event.program === '') {
    if (isRepeatCount(bytes, start, end)) event.program = context.recent?.programOf(event.host) ?? ''
    else textAt = readFirstWord(bytes, start, end, event)
  }
  event.message = decode(bytes, skipByteOrderMark(bytes, textAt, end), end)
}

/**
 * Reads a record of pairs or values (FortiGate, Check Point, Palo Alto), which is the whole message. Returns
 * false and changes nothing for other texts.
 */
export function readDeviceRecord(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  isHeaderless: boolean,
): boolean {
  const first = start < end ? byteAt(bytes, start) : 0
  // The d of `date=`, and the t of `time=`.
  if (first === 0x64) return readFortiGate(bytes, start, end, context, event, isHeaderless)
  if (first === 0x74) return readCheckPoint(bytes, start, end, event, isHeaderless)
  if (isDigit(first) || first === COMMA) return readPaloAlto(bytes, start, end, context, event, isHeaderless)
  return false
}

/** Whether a byte may begin a Cisco preamble: a digit, a colon, or the `*` or `.` before a time. */
function startsPreamble(byte: number): boolean {
  return isDigit(byte) || byte === STAR || byte === DOT || byte === COLON
}

/**
 * Looks for a mnemonic after the first word, and sets it. Returns where the message begins: at the mnemonic
 * if only a Cisco preamble precedes it, otherwise at `start`.
 */
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
    const mnemonicEnd = findMnemonicEnd(bytes, at, end)
    if (mnemonicEnd === -1) continue
    const preambleEnd = readCiscoPreamble(bytes, start, end, context, event, false)
    setMnemonic(bytes, at, mnemonicEnd, event)
    return preambleEnd === at ? at : start
  }
  return start
}

/**
 * Takes the first word of a text without a tag as the program: `CISE_Failed_Attempts 0001 ...`, `00077 ports:
 * ...`, `id=firewall sn=...`, `app:text`. Returns the start of the text after the word and one space. Returns
 * `start` and changes nothing if the word cannot be a name: it begins with a bracket or a quotation mark,
 * ends inside a quotation, is a URL, a date, a time, an address or a number of more than eight digits, has no
 * letter or digit, or is the whole text.
 */
function readFirstWord(bytes: Buffer, start: number, end: number, event: ParsedEvent): number {
  if (start >= end || startsData(byteAt(bytes, start)) || startsDate(bytes, start, end)) return start
  const limit = Math.min(end, start + maxWordBytes)
  let letters = 0
  let digits = 0
  let quotes = 0
  let at = start
  for (; at < limit; at++) {
    const byte = byteAt(bytes, at)
    if (byte === SPACE || byte === COLON || byte === OPEN_BRACKET) break
    if (byte < SPACE || byte === 0x7f) return start
    if (isLetter(byte)) letters++
    else if (isDigit(byte)) digits++
    else if (byte === QUOTE) quotes++
  }
  // The word is too long, or the whole text: then no space, colon or bracket ended it.
  if (at >= limit || (bytes[at] === SPACE && at + 1 >= end)) return start
  if (quotes % 2 === 1) return start
  if (at === start) return start
  // Without letters, only an event id (`0001 text`) is a name, not `10.0.0.1 text`, `12: text` or `-- text`.
  if (letters === 0 && (digits !== at - start || digits > maxDigits || bytes[at] === COLON)) return start
  if (startsWithText(bytes, at, end, '://')) return start
  event.program = names.intern(bytes, start, at)
  return bytes[at] === OPEN_BRACKET ? at : at + 1
}

/** Whether a byte begins data instead of a name: `{`, `[`, `(`, `<` or `"`. */
function startsData(byte: number): boolean {
  return byte === 0x7b || byte === OPEN_BRACKET || byte === OPEN_PAREN || byte === LESS || byte === QUOTE
}

/** Whether an unreadable or second timestamp begins here: `2026-01-02`, `2026/01/02`, `Jan  2`. */
function startsDate(bytes: Uint8Array, start: number, end: number): boolean {
  if (monthAt(bytes, start, end) !== 0) return true
  if (end - start < 5 || fourDigits(bytes, start) === -1) return false
  return bytes[start + 4] === DASH || bytes[start + 4] === SLASH
}

/** 1 for bytes that a plain tag may consist of. */
const inPlainTags = new Uint8Array(256)
for (let byte = 0; byte < 256; byte++) if (isLetter(byte) || isDigit(byte)) inPlainTags[byte] = 1
for (const mark of '-._/') inPlainTags[mark.charCodeAt(0)] = 1
const maxPlainTagBytes = 64
/** Returned by readPlainTag for a word before a space. */
const plainWord = -2

/**
 * Reads the tag that most lines have, `tag: ` or `tag[pid]: ` of letters, digits and a few marks, in a single
 * pass. Returns the start of the message; `plainWord` for a word before a space; or -1 for anything else,
 * which readContent reads step by step.
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
  if (at >= limit) return -1
  // `word text`
  if (bytes[at] !== COLON) return at === nameEnd && bytes[at] === SPACE ? plainWord : -1
  if (bytes[at + 1] !== SPACE) {
    // `CEF:0|...` or `LEEF:2.0|...`
    if (at > nameEnd || !isPipedFormat(bytes, start, at)) return -1
    event.program = names.intern(bytes, start, at)
    return at + 1
  }
  const textAt = at + 2
  const first = byteAt(bytes, textAt)
  // A mnemonic, more spaces or a byte order mark may follow.
  if (first === PERCENT || first === SPACE || first === 0xef) return -1
  event.program = names.intern(bytes, start, nameEnd)
  if (at > nameEnd) event.extra.PID = processId(bytes, nameEnd + 1, at - 1)
  if (startsTextOfDevice[first] === 0) return textAt
  const messageAt = readTagOfDevice(bytes, textAt, end, context, event, false)
  return messageAt === -1 ? textAt : messageAt
}
