import { truncateText } from '../../schema/text/truncate-text.ts'
import {
  BACKSLASH,
  byteAt,
  CLOSE_BRACKET,
  EQUALS,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
  skipSpaces,
} from './parts/bytes.ts'
import { decode, Interner } from './parts/text.ts'

const maxParams = 200
const maxValueChars = 4_096
const maxNameBytes = 255
const maxCachedKeys = 4_096

/** Interns SD-IDs and names of parameters. */
const sdNames = new Interner()
/** Caches the names `SDATA.id.param` by id and parameter, so that lines share them. Emptied when full. */
const keyCache = new Map<string, Map<string, string>>()
/** Number of names in keyCache. */
let keyCount = 0

/**
 * Reads STRUCTURED-DATA (RFC 5424 section 6.3), whose `[` is at `start`, into `extra`. Of the two elements
 * `[x@1 a="b"][y@2 c="d"]`, the parameters become the fields `SDATA.x@1.a` and `SDATA.y@2.c`. A repeated
 * parameter becomes a list. Keeps at most 200 parameters (SDATA_DROPPED counts the others) and 4,096
 * characters per value (SDATA_CUT counts longer ones). Returns the position after the last element, or -1 for
 * malformed data; `extra` then has the parameters before the fault.
 */
export function readStructuredData(
  bytes: Buffer,
  start: number,
  end: number,
  extra: Record<string, unknown>,
): number {
  let at = start
  let paramCount = 0
  while (at < end && bytes[at] === OPEN_BRACKET) {
    const idEnd = nameEnd(bytes, at + 1, end)
    if (idEnd === -1) return -1
    const id = sdNames.intern(bytes, at + 1, idEnd)
    at = idEnd
    while (byteAt(bytes, at) === SPACE) {
      at = skipSpaces(bytes, at, end)
      if (byteAt(bytes, at) === CLOSE_BRACKET) break
      const equals = nameEnd(bytes, at, end)
      if (equals === -1 || bytes[equals] !== EQUALS || bytes[equals + 1] !== QUOTE) return -1
      const close = closingQuote(bytes, equals + 2, end)
      if (close === -1) return -1
      if (++paramCount <= maxParams) {
        const key = parameterKey(id, sdNames.intern(bytes, at, equals))
        addParameter(extra, key, cutValue(valueText(bytes, equals + 2, close), extra))
      }
      at = close + 1
    }
    if (at >= end || bytes[at] !== CLOSE_BRACKET) return -1
    at++
  }
  if (paramCount > maxParams) extra.SDATA_DROPPED = paramCount - maxParams
  return at
}

/**
 * The end of an SD-NAME, which has no control character, space, `=`, `]` or `"`; -1 for an invalid one.
 * Accepts more than the RFC: characters outside of ASCII, and up to 255 bytes.
 */
function nameEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  for (; at < end; at++) {
    const byte = byteAt(bytes, at)
    if (byte === SPACE || byte === EQUALS || byte === CLOSE_BRACKET || byte === QUOTE) break
    if (byte < SPACE || byte === 0x7f || at - start >= maxNameBytes) return -1
  }
  return at === start || at >= end ? -1 : at
}

/**
 * Whether the last value that `closingQuote` read is ASCII without a backslash. A variable of the module: if
 * closingQuote returned an object of two members, each value would allocate one.
 */
let isPlain = false

/** The quotation mark that closes a value which begins at `start`; -1 if it is missing. Sets isPlain. */
function closingQuote(bytes: Uint8Array, start: number, end: number): number {
  isPlain = true
  for (let at = start; at < end; at++) {
    const byte = byteAt(bytes, at)
    if (byte === QUOTE) return at
    if (byte === BACKSLASH) {
      isPlain = false
      at++
    } else if (byte >= 0x80) isPlain = false
  }
  return -1
}

/**
 * The value that `closingQuote` has just found, with the escapes \", \\ and \] resolved. Of a long value,
 * decodes only the first bytes: enough for cutValue to see that it must cut.
 */
function valueText(bytes: Buffer, start: number, end: number): string {
  // A character has at most four bytes, and may have a backslash before it.
  const limit = Math.min(end, start + (maxValueChars + 1) * 5)
  if (isPlain) return bytes.toString('latin1', start, limit)
  const text = decode(bytes, start, limit)
  return text.includes('\\') ? text.replace(/\\(["\\\]])/g, '$1') : text
}

/** Cuts a value to the maximum length, and counts it in SDATA_CUT. */
function cutValue(text: string, extra: Record<string, unknown>): string {
  if (text.length <= maxValueChars) return text
  extra.SDATA_CUT = typeof extra.SDATA_CUT === 'number' ? extra.SDATA_CUT + 1 : 1
  return truncateText(text, maxValueChars)
}

function addParameter(extra: Record<string, unknown>, key: string, value: string): void {
  const previousValue = extra[key]
  if (previousValue === undefined) extra[key] = value
  else if (Array.isArray(previousValue)) previousValue.push(value)
  else extra[key] = [previousValue, value]
}

function parameterKey(id: string, param: string): string {
  const known = keyCache.get(id)?.get(param)
  if (known !== undefined) return known
  if (keyCount >= maxCachedKeys) {
    keyCache.clear()
    keyCount = 0
  }
  const key = `SDATA.${id}.${param}`
  const keysOfId = keyCache.get(id) ?? new Map<string, string>()
  keyCache.set(id, keysOfId.set(param, key))
  keyCount++
  return key
}
