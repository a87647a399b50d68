import type { FieldSink } from './field-sink.ts'
import { findHeaderEnds, isVersion, putHeader, skipSpaces } from './header.ts'

/** The names of CEF, so that one filter finds both. */
const headerNames = ['deviceVendor', 'deviceProduct', 'deviceVersion', 'deviceEventClassId'] as const
const maxPairs = 256
const tab = '\t'
/** Tabs as relays escape them: by rsyslog's escape of control characters, or a backslash and a letter. */
const escapedTabs = ['#011', '\\t'] as const

const headerEnds: number[] = []

/**
 * Reads the fields of a LEEF message (QRadar Log Event Extended Format, 1.0 and 2.0) whose version is at
 * `start`. Tabs separate attributes; the header of 2.0 may name another character, as itself or by its code
 * (`^`, `0x5E`, `x5E`). Attributes have no escapes: a value ends at the next delimiter. Returns false for
 * other messages.
 */
export function readLeef(text: string, start: number, sink: FieldSink): boolean {
  const from = skipSpaces(text, start)
  const found = findHeaderEnds(text, from, 6, headerEnds)
  const versionEnd = headerEnds[0] ?? 0
  if (found < 5 || !isVersion(text, from, versionEnd)) return false
  putHeader(text, headerEnds, headerNames, sink)
  let attributes = (headerEnds[4] ?? 0) + 1
  let delimiter: string | undefined
  if (found === 6 && text.charCodeAt(from) !== 0x31) {
    delimiter = parseDelimiter(text, attributes, headerEnds[5] ?? 0)
    // Some senders omit the delimiter: then this part is the first attribute.
    if (delimiter !== undefined) attributes = (headerEnds[5] ?? 0) + 1
  }
  readAttributes(text, attributes, delimiter ?? tab, sink)
  return true
}

/** A code as senders write it: `x5E`, `0x5E`, `\x5E`, `\u005E`, `%5E`, `U+005E`. */
const code = /^(?:\\?(?:0?x|u)|%|u\+)([0-9a-f]{1,4})$/i
const escapedLetters: ReadonlyMap<string, string> = new Map([
  ['\\t', tab],
  ['tab', tab],
  ['\\\\', '\\'],
])

/** The delimiter that the header names, a tab if it is empty; undefined if the part is an attribute. */
function parseDelimiter(text: string, start: number, end: number): string | undefined {
  const part = text.slice(start, Math.min(end, start + 10))
  if (part.length === 1) return part === ' ' ? tab : part
  // Also within quotation marks.
  const named = part.trim().replace(/^(['"])(.+)\1$/, '$2')
  if (named.length <= 1) return named === '' ? tab : named
  const escaped = escapedLetters.get(named.toLowerCase())
  if (escaped !== undefined) return escaped
  const [, digits] = code.exec(named) ?? []
  const unit = digits === undefined ? 0 : Number.parseInt(digits, 16)
  return unit === 0 ? undefined : String.fromCharCode(unit)
}

function readAttributes(text: string, start: number, named: string, sink: FieldSink): void {
  let delimiter = named
  if (delimiter === tab && text.indexOf(tab, start) === -1) {
    delimiter = escapedTabs.find(written => text.includes(written, start)) ?? tab
  }
  let at = start
  for (let pairs = 0; pairs < maxPairs && at < text.length && sink.open; pairs++) {
    const found = text.indexOf(delimiter, at)
    const end = found === -1 ? text.length : found
    const equals = text.indexOf('=', at)
    // No further attribute.
    if (equals === -1) return
    if (equals < end) sink.put(text.slice(at, equals), text.slice(equals + 1, end).trim())
    at = end + delimiter.length
  }
}
