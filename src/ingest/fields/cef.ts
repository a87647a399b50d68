import { type FieldSink, isNameCharacter } from './field-sink.ts'
import { findHeaderEnds, isVersion, putHeader, skipSpaces } from './header.ts'
import { replaceEscapes } from './replace-escapes.ts'

/** Names of the header's parts after the version, from the format's dictionary. */
const headerNames = [
  'deviceVendor',
  'deviceProduct',
  'deviceVersion',
  'deviceEventClassId',
  'name',
  'deviceSeverity',
] as const
/** Maximum pairs of an extension. */
const maxPairs = 256
const labelSuffix = 'Label'

/** Positions of the header's pipes in the current message. */
const headerEnds: number[] = []

/**
 * Reads the fields of a CEF message (ArcSight Common Event Format, implementation standard 26) whose version
 * is at `start`: `CEF:0|Acme|Gate|1|100|login|3|src=192.0.2.1` gives deviceVendor Acme, …, src 192.0.2.1. A
 * label names its field: `cs1=eth0 cs1Label=iface` gives iface. Returns false for other messages.
 */
export function readCef(text: string, start: number, sink: FieldSink): boolean {
  const from = skipSpaces(text, start)
  const pipes = findHeaderEnds(text, from, 7, headerEnds)
  // Some senders omit the last pipe of a message without an extension.
  if (pipes < 6 || !isVersion(text, from, headerEnds[0] ?? 0)) return false
  putHeader(text, headerEnds, headerNames, sink)
  if (pipes === 7) readExtension(text, (headerEnds[6] ?? 0) + 1, sink)
  return true
}

/** Reads pairs. A key is a word before an equals sign. A value may have spaces, and ends at the next key. */
function readExtension(text: string, start: number, sink: FieldSink): void {
  const keys: string[] = []
  const values: string[] = []
  let labels: Map<string, string> | undefined
  let next = findKey(text, start, start)
  while (next !== undefined && keys.length < maxPairs) {
    const { equals } = next
    const key = text.slice(next.start, equals)
    next = findKey(text, start, equals + 1)
    const value = replaceEscapes(text.slice(equals + 1, next?.start ?? text.length).trim(), escapes)
    if (key.endsWith(labelSuffix) && key.length > labelSuffix.length && value !== '') {
      labels ??= new Map()
      labels.set(key.slice(0, -labelSuffix.length), value)
    } else {
      keys.push(key)
      values.push(value)
    }
  }
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] ?? ''
    sink.put(labels?.get(key) ?? key, values[i] ?? '')
  }
}

interface KeyPosition {
  start: number
  /** Position of the equals sign after the key. */
  equals: number
}

/** The next key at or after `from`. An escaped equals sign has no key. `start`: of the extension. */
function findKey(text: string, start: number, from: number): KeyPosition | undefined {
  let minStart = from
  for (let equals = text.indexOf('=', from); equals !== -1; equals = text.indexOf('=', minStart)) {
    let keyStart = equals
    while (keyStart > minStart && isKeyUnit(text.charCodeAt(keyStart - 1))) keyStart--
    const isAtWordStart = keyStart === start || isBlank(text.charCodeAt(keyStart - 1))
    if (keyStart < equals && isAtWordStart) return { start: keyStart, equals }
    minStart = equals + 1
  }
  return undefined
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09
}

/** Keys of the dictionary and of vendors, such as `ad.field[0]`. */
function isKeyUnit(unit: number): boolean {
  return isNameCharacter(unit) || unit === 0x5b || unit === 0x5d
}

/** Backslashes before other characters are kept. */
const escapes: Readonly<Record<string, string>> = { '=': '=', '\\': '\\', '|': '|', n: '\n', r: '\r' }
