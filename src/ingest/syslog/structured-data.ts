import { truncateText } from '../../schema/truncate-text.ts'
import { BACKSLASH, byteAt, CLOSE_BRACKET, EQUALS, OPEN_BRACKET, QUOTE, SPACE, skipSpaces } from './bytes.ts'
import { decode, Interner } from './text.ts'

const maxParams = 200
const maxValueChars = 4_096
const maxNameBytes = 255
const maxCachedKeys = 4_096

const names = new Interner()
/** `SDATA.id.param` by id and param, so that a line does not join them anew. Emptied when it is full. */
const keyCache = new Map<string, Map<string, string>>()
let keyCount = 0

/**
 * Reads the elements of STRUCTURED-DATA (RFC 5424 section 6.3) at `start`, which is a `[`, into `extra` under
 * `SDATA.{id}.{param}`; a parameter that is repeated in one frame becomes a list. At most 200 parameters (how many
 * more there were is SDATA_DROPPED) and 4,096 characters a value (how many were longer is SDATA_CUT) are kept. Returns
 * the position behind the last element, or -1 when it is malformed; `extra` may then hold a part.
 */
export function readStructuredData(
  bytes: Buffer,
  start: number,
  end: number,
  extra: Record<string, unknown>,
): number {
  let at = start
  let params = 0
  while (at < end && bytes[at] === OPEN_BRACKET) {
    const idEnd = nameEnd(bytes, at + 1, end)
    if (idEnd === -1) return -1
    const id = names.intern(bytes, at + 1, idEnd)
    at = idEnd
    while (byteAt(bytes, at) === SPACE) {
      at = skipSpaces(bytes, at, end)
      if (byteAt(bytes, at) === CLOSE_BRACKET) break
      const equals = nameEnd(bytes, at, end)
      if (equals === -1 || bytes[equals] !== EQUALS || bytes[equals + 1] !== QUOTE) return -1
      const close = closingQuote(bytes, equals + 2, end)
      if (close === -1) return -1
      if (++params <= maxParams)
        addParameter(
          extra,
          parameterKey(id, names.intern(bytes, at, equals)),
          cutValue(valueText(bytes, equals + 2, close), extra),
        )
      at = close + 1
    }
    if (at >= end || bytes[at] !== CLOSE_BRACKET) return -1
    at++
  }
  if (params > maxParams) extra.SDATA_DROPPED = params - maxParams
  return at
}

/** Where an SD-NAME ends: printable ASCII without `=`, space, `]` and `"`. -1 when it is empty, too long or cut off. */
function nameEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  for (; at < end; at++) {
    const byte = byteAt(bytes, at)
    if (byte === SPACE || byte === EQUALS || byte === CLOSE_BRACKET || byte === QUOTE) break
    if (byte < SPACE || byte === 0x7f || at - start >= maxNameBytes) return -1
  }
  return at === start || at >= end ? -1 : at
}

function closingQuote(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = byteAt(bytes, at)
    if (byte === QUOTE) return at
    if (byte === BACKSLASH) at++
  }
  return -1
}

/**
 * The value without its escapes: \" \\ and \] lose the backslash, before any other character it stands for itself. Of a value that
 * is too long only so much that it is seen.
 */
function valueText(bytes: Buffer, start: number, end: number): string {
  // A character takes at most four bytes, a backslash one more.
  const limit = Math.min(end, start + (maxValueChars + 1) * 5)
  const text = decode(bytes, start, limit)
  return text.includes('\\') ? text.replace(/\\(["\\\]])/g, '$1') : text
}

function cutValue(text: string, extra: Record<string, unknown>): string {
  if (text.length <= maxValueChars) return text
  extra.SDATA_CUT = typeof extra.SDATA_CUT === 'number' ? extra.SDATA_CUT + 1 : 1
  return truncateText(text, maxValueChars)
}

function addParameter(extra: Record<string, unknown>, key: string, value: string): void {
  const before = extra[key]
  if (before === undefined) extra[key] = value
  else if (Array.isArray(before)) before.push(value)
  else extra[key] = [before, value]
}

function parameterKey(id: string, param: string): string {
  const known = keyCache.get(id)?.get(param)
  if (known !== undefined) return known
  if (keyCount >= maxCachedKeys) {
    keyCache.clear()
    keyCount = 0
  }
  const key = `SDATA.${id}.${param}`
  const ofId = keyCache.get(id) ?? new Map<string, string>()
  keyCache.set(id, ofId.set(param, key))
  keyCount++
  return key
}
