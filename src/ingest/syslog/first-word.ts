import type { ParsedEvent } from '../../schema/event/event.ts'
import {
  byteAt,
  COLON,
  DASH,
  fourDigits,
  isDigit,
  isLetter,
  LESS,
  OPEN_BRACKET,
  OPEN_PAREN,
  QUOTE,
  SLASH,
  SPACE,
  startsWithText,
} from './parts/bytes.ts'
import { names } from './parts/names.ts'
import { monthAt } from './time/bsd-timestamp.ts'

const maxWordBytes = 128
/** A longer number is a count or a time, which differs in every line. HP's event ids have five digits. */
const maxDigits = 8

/**
 * Takes the first word of a text without a tag as the program, as relays do (`CISE_Failed_Attempts 0001 ...`,
 * `00077 ports: ...`, `id=firewall sn=...`, `app:text`). Returns the start of the text after it, one space
 * skipped. Returns `start` and changes nothing if the word is not a name: it begins with a bracket or a
 * quotation mark, ends within a quotation, is a URL, a date, a time, an address or a number of more than
 * eight digits, has no letter or digit, or is the whole text.
 */
export function readFirstWord(bytes: Buffer, start: number, end: number, event: ParsedEvent): number {
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
  // The word is too long, or the whole text.
  if (at >= limit || (bytes[at] === SPACE && at + 1 >= end)) return start
  if (quotes % 2 === 1) return start
  if (at === start) return start
  if (letters === 0 && (digits !== at - start || digits > maxDigits || bytes[at] === COLON)) return start
  if (startsWithText(bytes, at, end, '://')) return start
  event.program = names.intern(bytes, start, at)
  return bytes[at] === OPEN_BRACKET ? at : at + 1
}

/** `{`, `[`, `(`, `<` and `"` begin data, not a name. */
function startsData(byte: number): boolean {
  return byte === 0x7b || byte === OPEN_BRACKET || byte === OPEN_PAREN || byte === LESS || byte === QUOTE
}

/** `2026-01-02`, `2026/01/02`, `Jan  2`: an unreadable timestamp, or a second one. */
function startsDate(bytes: Uint8Array, start: number, end: number): boolean {
  if (monthAt(bytes, start, end) !== 0) return true
  if (end - start < 5 || fourDigits(bytes, start) === -1) return false
  return bytes[start + 4] === DASH || bytes[start + 4] === SLASH
}
