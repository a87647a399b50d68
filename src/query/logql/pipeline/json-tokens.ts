/** The line is not JSON. Messages equal Loki's, since filters may name them. */
export class JsonError extends Error {
  override name = 'JsonError' as const
}

/** Messages of errors, of which the last two are our own. */
export const jsonErrors = {
  json: 'Malformed JSON error',
  object: "Value looks like object, but can't find closing '}' symbol",
  array: "Value is array, but can't find closing ']' symbol",
  string: "Value is string, but can't find closing '\"' symbol",
  type: 'Unknown value type',
  escape: 'Encountered an invalid escape sequence in a string',
  depth: 'Objects are nested too deeply',
  size: 'Names of nested members are too long',
} as const

export function jsonError(kind: keyof typeof jsonErrors): JsonError {
  return new JsonError(jsonErrors[kind])
}

type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array'

/** A value in a text, from `start` to `end`, without the quotation marks of a string. */
export interface JsonValue {
  type: JsonType
  start: number
  end: number
  /** Index after the value. */
  next: number
}

/** Character codes. */
const quote = 34
const backslash = 92
const leftBracket = 91
const rightBracket = 93
const leftBrace = 123
const rightBrace = 125

/** Index of the first character that is not white space; -1 for none. */
export function nextToken(text: string, at: number): number {
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return i
  }
  return -1
}

/** Index after the string whose content begins at `at`; -1 if it does not end. */
export function stringEnd(text: string, at: number): number {
  for (let i = text.indexOf('"', at); i !== -1; i = text.indexOf('"', i + 1)) {
    /** Start of the backslashes before the quotation mark, which escape it if their number is odd. */
    let backslashesAt = i
    while (backslashesAt > at && text.charCodeAt(backslashesAt - 1) === backslash) backslashesAt--
    if ((i - backslashesAt) % 2 === 0) return i + 1
  }
  return -1
}

/** Index after the object or array at `at`; -1 without an end. As Loki, counts only its own brackets. */
function blockEnd(text: string, at: number, open: number, close: number): number {
  let level = 0
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) {
      const end = stringEnd(text, i + 1)
      if (end === -1) return -1
      i = end - 1
    } else if (code === open) level++
    else if (code === close && --level === 0) return i + 1
  }
  return -1
}

const endOfToken = /[ \n\r\t,}\]]/g
const literals: ReadonlyMap<string, JsonType> = new Map([
  ['true', 'boolean'],
  ['false', 'boolean'],
  ['null', 'null'],
])

/** The value that begins at or after `from`. Does not check its content. Throws a JsonError. */
export function valueAt(text: string, from: number): JsonValue {
  const start = nextToken(text, from)
  if (start === -1) throw jsonError('json')
  const first = text.charAt(start)
  switch (first) {
    case '"': {
      const next = stringEnd(text, start + 1)
      if (next === -1) throw jsonError('string')
      return { type: 'string', start: start + 1, end: next - 1, next }
    }
    case '[':
    case '{': {
      const type = first === '[' ? 'array' : 'object'
      const next =
        type === 'array'
          ? blockEnd(text, start, leftBracket, rightBracket)
          : blockEnd(text, start, leftBrace, rightBrace)
      if (next === -1) throw jsonError(type)
      return { type, start, end: next, next }
    }
    default: {
      endOfToken.lastIndex = start
      const next = endOfToken.exec(text)?.index ?? text.length
      const type = literals.get(text.slice(start, next)) ?? (/[0-9-]/.test(first) ? 'number' : undefined)
      if (type === undefined) throw jsonError('type')
      return { type, start, end: next, next }
    }
  }
}

const plainEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** Replaces the escapes of a string; undefined if one is invalid. */
export function unescapeJson(raw: string): string | undefined {
  let at = raw.indexOf('\\')
  if (at === -1) return raw
  let text = raw.slice(0, at)
  while (at < raw.length) {
    const kind = raw.charAt(at + 1)
    if (kind === 'u') {
      const unit = hexUnit(raw, at)
      if (unit === undefined) return undefined
      at += 6
      if (unit < 0xd800 || unit > 0xdfff) text += String.fromCharCode(unit)
      else {
        // As in Loki, any two units are a pair if the second is not below U+DC00.
        const low = hexUnit(raw, at)
        if (low === undefined || low < 0xdc00) return undefined
        at += 6
        const code = 0x10000 + (unit - 0xd800) * 1_024 + (low - 0xdc00)
        text += code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
      }
    } else {
      const plain = plainEscapes[kind]
      if (plain === undefined) return undefined
      text += plain
      at += 2
    }
    const next = raw.indexOf('\\', at)
    text += next === -1 ? raw.slice(at) : raw.slice(at, next)
    at = next === -1 ? raw.length : next
  }
  return text
}

/** The code of `\uXXXX` at an index. */
function hexUnit(raw: string, at: number): number | undefined {
  const digits = raw.slice(at + 2, at + 6)
  return /^[0-9A-Fa-f]{4}$/.test(digits) ? Number.parseInt(digits, 16) : undefined
}

/** Maximum nesting, since each nested object is read again to find its end. */
export const maxDepth = 100

/** A member of an object. */
export interface JsonMember {
  key: string
  value: JsonValue
}

/**
 * Yields the members of the object that begins at or after `from`, in order. Throws a JsonError at a fault,
 * after the members before it.
 */
export function* membersAt(text: string, from: number): Generator<JsonMember> {
  const begin = nextToken(text, from)
  if (begin === -1 || text.charAt(begin) !== '{') throw jsonError('object')
  let at = nextToken(text, begin + 1)
  if (at === -1) throw jsonError('json')
  while (text.charAt(at) !== '}') {
    if (text.charAt(at) !== '"') throw jsonError('object')
    const end = stringEnd(text, at + 1)
    if (end === -1) throw jsonError('json')
    const key = unescapeJson(text.slice(at + 1, end - 1))
    if (key === undefined) throw jsonError('escape')
    const colon = nextToken(text, end)
    if (colon === -1 || text.charAt(colon) !== ':') throw jsonError('json')
    const value = valueAt(text, colon + 1)
    yield { key, value }
    at = nextToken(text, value.next)
    if (at === -1) throw jsonError('array')
    if (text.charAt(at) === '}') return
    if (text.charAt(at) !== ',') throw jsonError('object')
    at = nextToken(text, at + 1)
    if (at === -1) throw jsonError('array')
  }
}
