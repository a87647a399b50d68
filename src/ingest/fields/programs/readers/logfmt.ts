import { type FieldSink, isSpace } from '../../field-sink.ts'
import { replaceEscapes } from '../../replace-escapes.ts'
import { PairCursor } from './pair-cursor.ts'

/** Minimum pairs of a line. */
const minPairs = 2
/** Maximum pairs of a line that are looked at. */
const maxPairs = 128
const escapes = { '"': '"', '\\': '\\', n: '\n', r: '\r', t: '\t' }
const cursor = new PairCursor()

/** Members that repeat the time and the message of the event. */
const repeatingMembers: ReadonlySet<string> = new Set([
  'time',
  'ts',
  'timestamp',
  '@timestamp',
  'date',
  'datetime',
  'msg',
  'message',
  'log',
])

/** Whether a member of a structured line repeats the time or the message of its event. */
export function repeatsEvent(name: string): boolean {
  return repeatingMembers.has(name)
}

/**
 * Reads a line that consists of `key=value` pairs and white space only (logfmt), at least two pairs. Does
 * not read sentences that contain pairs. Values in double quotes may contain anything. Whatever follows the
 * first `maxPairs` pairs is ignored.
 */
export function readLogfmt(text: string, at: number, sink: FieldSink): boolean {
  if (!isLogfmt(text, at)) return false
  cursor.begin(text, at, '=', '')
  for (let pairs = 0; pairs < maxPairs && cursor.next(); pairs++) {
    const { key, value } = cursor
    if (repeatsEvent(key)) continue
    sink.put(key, cursor.isQuoted && value.includes('\\') ? replaceEscapes(value, escapes) : value)
  }
  return true
}

function isLogfmt(text: string, at: number): boolean {
  cursor.begin(text, at, '=', '')
  let position = at
  for (let pairs = 0; pairs < maxPairs; pairs++) {
    while (position < text.length && isSpace(text.charCodeAt(position))) position++
    if (position >= text.length) return pairs >= minPairs
    if (!cursor.next() || cursor.start !== position) return false
    position = cursor.end
    if (position < text.length && !isSpace(text.charCodeAt(position))) return false
  }
  return true
}
