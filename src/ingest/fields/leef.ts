import type { FieldSink } from './field-sink.ts'
import { findHeaderEnds, isVersion, readHeaderPart, skipSpaces } from './header.ts'

/** Named as those of CEF are, so that what is asked of one is asked of the other. */
const headerNames = ['deviceVendor', 'deviceProduct', 'deviceVersion', 'deviceEventClassId'] as const
const maxPairs = 256
const tab = '\t'
/** What relays make of tabs: rsyslog's escape of control characters, and a backslash and a letter. */
const escapedTabs = ['#011', '\\t'] as const

const headerEnds: number[] = []

/**
 * The fields of a LEEF message (QRadar Log Event Extended Format, 1.0 and 2.0) whose version is at `start`. Attributes are parted by
 * tabs; 2.0 may name another character behind the header, as itself or by its number (`^`, `0x5E`, `x5E`). The format has no escapes
 * in attributes: a value goes on to the next delimiter. False when it is no LEEF.
 */
export function readLeef(text: string, start: number, sink: FieldSink): boolean {
  const from = skipSpaces(text, start)
  const found = findHeaderEnds(text, from, 6, headerEnds)
  const versionEnd = headerEnds[0] ?? 0
  if (found < 5 || !isVersion(text, from, versionEnd)) return false
  for (let i = 0; i < headerNames.length; i++) {
    sink.put(
      headerNames[i] ?? '',
      readHeaderPart(text, (headerEnds[i] ?? 0) + 1, headerEnds[i + 1] ?? text.length),
    )
  }
  let attributes = (headerEnds[4] ?? 0) + 1
  let delimiter: string | undefined
  if (found === 6 && text.charCodeAt(from) !== 0x31) {
    delimiter = parseDelimiter(text, attributes, headerEnds[5] ?? 0)
    // Some leave the delimiter's part out: what is there then is the first attribute.
    if (delimiter !== undefined) attributes = (headerEnds[5] ?? 0) + 1
  }
  readAttributes(text, attributes, delimiter ?? tab, sink)
  return true
}

/** The delimiter that is named there, a tab when none is; undefined: the attributes have begun. */
function parseDelimiter(text: string, start: number, end: number): string | undefined {
  const named = text.slice(start, Math.min(end, start + 8))
  if (named.length <= 1) return named === '' || named === ' ' ? tab : named
  if (named === '\\t') return tab
  const digits =
    named.startsWith('0x') || named.startsWith('0X') ? 2 : named[0] === 'x' || named[0] === 'X' ? 1 : 0
  if (digits === 0 || named.length === digits || named.length > digits + 4) return undefined
  const code = Number(`0x${named.slice(digits)}`)
  return Number.isNaN(code) || code === 0 ? undefined : String.fromCharCode(code)
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
    // The rest has no attribute.
    if (equals === -1) return
    if (equals < end) sink.put(text.slice(at, equals), text.slice(equals + 1, end).trim())
    at = end + delimiter.length
  }
}
