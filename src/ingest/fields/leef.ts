import type { FieldSink } from './field-sink.ts'
import { findHeaderEnds, isVersion, putHeader, skipSpaces } from './header.ts'

/** The names that CEF uses, so that one filter finds both. */
const headerNames = ['deviceVendor', 'deviceProduct', 'deviceVersion', 'deviceEventClassId'] as const
const maxPairs = 256
const tab = '\t'
/** Tabs as relays escape them: rsyslog's `#011`, or `\t`. */
const escapedTabs = ['#011', '\\t'] as const

/** Positions of the header's pipes in the current message. */
const headerEnds: number[] = []

/**
 * Reads the fields of a LEEF message (QRadar Log Event Extended Format, 1.0 and 2.0) whose version is at
 * `start`: `LEEF:2.0|Acme|Gate|1|login|^|src=192.0.2.1^dst=192.0.2.2`. Tabs separate attributes unless the
 * header of 2.0 names another delimiter, as a character or as its code (`^`, `0x5E`, `x5E`). There are no
 * escapes: a value ends at the next delimiter. Returns false for other messages.
 */
export function readLeef(text: string, start: number, sink: FieldSink): boolean {
  const from = skipSpaces(text, start)
  const pipes = findHeaderEnds(text, from, 6, headerEnds)
  const versionEnd = headerEnds[0] ?? 0
  if (pipes < 5 || !isVersion(text, from, versionEnd)) return false
  putHeader(text, headerEnds, headerNames, sink)
  let attributes = (headerEnds[4] ?? 0) + 1
  let delimiter: string | undefined
  // Version 1 has no delimiter in its header: there, the sixth pipe is part of an attribute.
  if (pipes === 6 && text[from] !== '1') {
    delimiter = parseDelimiter(text, attributes, headerEnds[5] ?? 0)
    // Some senders omit the delimiter, so that this part is the first attribute.
    if (delimiter !== undefined) attributes = (headerEnds[5] ?? 0) + 1
  }
  readAttributes(text, attributes, delimiter ?? tab, sink)
  return true
}

/** The code of a delimiter: `x5E`, `0x5E`, `\x5E`, `\u005E`, `%5E`, `U+005E`. */
const code = /^(?:\\?(?:0?x|u)|%|u\+)([0-9a-f]{1,4})$/i
const escapedLetters: ReadonlyMap<string, string> = new Map([
  ['\\t', tab],
  ['tab', tab],
  ['\\\\', '\\'],
])

/** The delimiter that this part of the header names (tab if it is empty); undefined for an attribute. */
function parseDelimiter(text: string, start: number, end: number): string | undefined {
  const part = text.slice(start, Math.min(end, start + 10))
  if (part.length === 1) return part === ' ' ? tab : part
  // The delimiter may be in quotation marks.
  const named = part.trim().replace(/^(['"])(.+)\1$/, '$2')
  if (named.length <= 1) return named === '' ? tab : named
  const escaped = escapedLetters.get(named.toLowerCase())
  if (escaped !== undefined) return escaped
  const [, digits] = code.exec(named) ?? []
  const unit = digits === undefined ? 0 : Number.parseInt(digits, 16)
  return unit === 0 ? undefined : String.fromCharCode(unit)
}

function readAttributes(text: string, start: number, headerDelimiter: string, sink: FieldSink): void {
  let delimiter = headerDelimiter
  if (delimiter === tab && text.indexOf(tab, start) === -1) {
    delimiter = escapedTabs.find(written => text.includes(written, start)) ?? tab
  }
  let at = start
  for (let pairs = 0; pairs < maxPairs && at < text.length && sink.hasRoom; pairs++) {
    const found = text.indexOf(delimiter, at)
    const end = found === -1 ? text.length : found
    const equals = text.indexOf('=', at)
    if (equals === -1) return
    if (equals < end) sink.put(text.slice(at, equals), text.slice(equals + 1, end).trim())
    at = end + delimiter.length
  }
}
