import { type FieldSink, isNameCharacter } from './field-sink.ts'
import { replaceEscapes } from './replace-escapes.ts'

/** A single `a=b` may stand in any sentence: it takes so many to be a message of pairs. */
const minPairs = 2
const maxPairs = 256
const maxKeyLength = 100

/**
 * The fields of a message that has `key=value` pairs, wherever they stand in it: those of firewalls, of the audit log and of logfmt. Keys are
 * words of letters, digits, `_`, `-`, `.`. A value in quotes may hold anything, `\"` and `\\` included; any other goes on to the next white
 * space, or to a comma, semicolon or pipe with the next key behind it. False when there are fewer than two. In linear time.
 */
export function readPairs(text: string, sink: FieldSink): boolean {
  let equals = text.indexOf('=')
  if (equals === -1) return false
  const pairs: string[] = []
  /** Where the next key may begin: behind the last value. */
  let free = 0
  let found = 0
  while (equals !== -1 && found < maxPairs) {
    const key = findKeyStart(text, equals, free)
    if (key === equals) {
      free = equals + 1
      equals = text.indexOf('=', free)
      continue
    }
    if (opensPairs(text, key, equals)) {
      free = equals + 2
      equals = text.indexOf('=', free)
      continue
    }
    const end = valueEnd(text, equals + 1)
    const value = valueText(text, equals + 1, end)
    pairs.push(text.slice(key, equals), value)
    found++
    free = end
    equals = text.indexOf('=', end)
  }
  if (found < minPairs) return false
  for (let i = 0; i < pairs.length; i += 2) sink.put(pairs[i] ?? '', pairs[i + 1] ?? '')
  return true
}

/** Where the key before an equals sign begins; the sign itself when there is none: a key stands at the start or behind a separator. */
function findKeyStart(text: string, equals: number, free: number): number {
  const least = Math.max(free, equals - maxKeyLength)
  let at = equals
  while (at > least && isNameCharacter(text.charCodeAt(at - 1))) at--
  if (at === equals) return equals
  const first = text.charCodeAt(at)
  if (first === 0x2d || first === 0x2e) return equals
  return at === 0 || isSeparator(text.charCodeAt(at - 1)) ? at : equals
}

/** The audit log has pairs of its own in `msg='op=login acct="bob"'`: those are wanted, not the whole. */
function opensPairs(text: string, key: number, equals: number): boolean {
  if (text.charCodeAt(equals + 1) !== 0x27 || equals - key !== 3 || !text.startsWith('msg', key)) return false
  const inner = keyEnd(text, equals + 2)
  return inner > equals + 2 && text.charCodeAt(inner) === 0x3d
}

/** White space, `,` `;` `|`, opening brackets and quotes. Not what stands before names in addresses of the web: `?` and `&`. */
function isSeparator(unit: number): boolean {
  return isSpace(unit) || isWeakSeparator(unit) || opening.has(unit)
}

const opening: ReadonlySet<number> = new Set([0x28, 0x5b, 0x7b, 0x22, 0x27])

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
}

/** What parts pairs only where a key follows: it may as well be a part of a value. */
function isWeakSeparator(unit: number): boolean {
  return unit === 0x2c || unit === 0x3b || unit === 0x7c
}

/** Behind the value at `start`. */
function valueEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start)
  if (quote === 0x22 || quote === 0x27) {
    const close = findClosingQuote(text, quote, start + 1)
    if (close !== -1) return close + 1
    // The message was cut.
    if (quote === 0x22) return text.length
  }
  let at = start
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (isSpace(unit)) return at
    if (isWeakSeparator(unit)) {
      const next = keyEnd(text, at + 1)
      if (next > at + 1 && text.charCodeAt(next) === 0x3d) return at
      // What was looked at has no separator in it.
      at = Math.max(next, at + 1)
    } else at++
  }
  return at
}

/** Behind the name at `start`. */
function keyEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && isNameCharacter(text.charCodeAt(at))) at++
  return at
}

/** The quote that closes, not one behind a backslash; -1 when there is none. */
function findClosingQuote(text: string, quote: number, start: number): number {
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x5c) at++
    else if (unit === quote) return at
  }
  return -1
}

function valueText(text: string, start: number, end: number): string {
  const first = text[start]
  if (first === '"' || (first === "'" && end - start >= 2 && text[end - 1] === first)) {
    const closed = end - start >= 2 && text[end - 1] === first
    const inner = text.slice(start + 1, closed ? end - 1 : end)
    return replaceEscapes(inner, escapes)
  }
  return trimClosing(text.slice(start, end))
}

/** Without what closes the sentence, the quotes or the bracket that the pair stands in. One that the value opens itself is its own. */
function trimClosing(value: string): string {
  if (!isClosing(value.charCodeAt(value.length - 1))) return value
  const isOwn: Readonly<Record<string, boolean>> = {
    ')': value.includes('('),
    ']': value.includes('['),
    '}': value.includes('{'),
    "'": value.indexOf("'") < value.length - 1,
  }
  let last = value.length
  while (last > 0) {
    if (!isClosing(value.charCodeAt(last - 1)) || isOwn[value[last - 1] ?? '']) break
    last--
  }
  return value.slice(0, last)
}

function isClosing(unit: number): boolean {
  return isWeakSeparator(unit) || unit === 0x29 || unit === 0x5d || unit === 0x7d || unit === 0x27
}

/** Backslashes before other characters stay: Windows paths are quoted too. */
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  n: '\n',
  r: '\r',
  t: '\t',
}
