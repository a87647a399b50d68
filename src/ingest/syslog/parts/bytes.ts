// Byte constants of the syslog parser, and readers of single bytes and short texts. Readers with a parameter
// `end` read nothing from there on. A byte outside of the buffer reads as 0, which no format accepts.

export const TAB = 0x09
export const SPACE = 0x20
export const QUOTE = 0x22
export const DOLLAR = 0x24
export const PERCENT = 0x25
export const OPEN_PAREN = 0x28
export const STAR = 0x2a
export const PLUS = 0x2b
export const COMMA = 0x2c
export const DASH = 0x2d
export const DOT = 0x2e
export const SLASH = 0x2f
export const COLON = 0x3a
export const LESS = 0x3c
export const EQUALS = 0x3d
export const GREATER = 0x3e
export const OPEN_BRACKET = 0x5b
export const BACKSLASH = 0x5c
export const CLOSE_BRACKET = 0x5d

/** U+FEFF in UTF-8, as a text with one character per byte. */
const byteOrderMark = '\u00ef\u00bb\u00bf'

export function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0
}

export function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

export function isUpper(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a
}

export function isLower(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a
}

/** Whether bytes [start, end) are all digits; true for none. */
export function areDigits(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isDigit(byteAt(bytes, at))) return false
  return true
}

/** An ASCII letter, or a byte of a non-ASCII character. */
export function isLetter(byte: number): boolean {
  return isLower(byte | 0x20) || byte >= 0x80
}

/** The first position that is not a space. */
export function skipSpaces(bytes: Uint8Array, at: number, end: number): number {
  let next = at
  while (next < end && bytes[next] === SPACE) next++
  return next
}

/** The position of the next `byte`, or `end`. */
export function findByte(bytes: Uint8Array, at: number, end: number, byte: number): number {
  let next = at
  while (next < end && bytes[next] !== byte) next++
  return next
}

/** Whether the text, one character per byte, begins at `at`. */
export function startsWithText(bytes: Uint8Array, at: number, end: number, text: string): boolean {
  if (end - at < text.length) return false
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}

export function startsByteOrderMark(bytes: Uint8Array, at: number, end: number): boolean {
  return bytes[at] === 0xef && startsWithText(bytes, at, end, byteOrderMark)
}

/** The position after the byte order mark at `at`; `at` if there is none. */
export function skipByteOrderMark(bytes: Uint8Array, at: number, end: number): number {
  return startsByteOrderMark(bytes, at, end) ? at + 3 : at
}

/** The value of the two digits at `at`; -1 if they are not digits. */
export function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = byteAt(bytes, at) - 0x30
  const ones = byteAt(bytes, at + 1) - 0x30
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

/** The value of the four digits at `at`; -1 if they are not digits. */
export function fourDigits(bytes: Uint8Array, at: number): number {
  const high = twoDigits(bytes, at)
  const low = twoDigits(bytes, at + 2)
  return high < 0 || low < 0 ? -1 : high * 100 + low
}
