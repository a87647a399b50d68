import { type FieldSink, isNameCharacter, isSpace } from './field-sink.ts'
import { replaceEscapes } from './replace-escapes.ts'

/** Minimum pairs of a message: any sentence may contain one `a=b`. */
const minPairs = 2
const maxPairs = 256
const maxKeyLength = 100

/**
 * Reads the fields of a message with `key=value` pairs anywhere, as firewalls, the audit log and logfmt write
 * them. Keys consist of letters, digits, `_`, `-` and `.`. A quoted value may contain anything, also `\"` and
 * `\\`. Other values end at white space, or at a comma, semicolon or pipe before the next key. Returns false
 * for fewer than two pairs. Takes linear time.
 */
export function readPairs(text: string, sink: FieldSink): boolean {
  let equals = text.indexOf('=')
  if (equals === -1) return false
  /** Keys and values one after the other. Nothing is added to the event before the minimum is reached. */
  const pairs: string[] = []
  /** The next key begins after the last value: at this position or later. */
  let keysFrom = 0
  while (equals !== -1 && pairs.length < 2 * maxPairs) {
    const keyStart = findKeyStart(text, equals, keysFrom)
    if (keyStart === equals) {
      keysFrom = equals + 1
      equals = text.indexOf('=', keysFrom)
      continue
    }
    if (opensPairs(text, keyStart, equals)) {
      keysFrom = equals + 2
      equals = text.indexOf('=', keysFrom)
      continue
    }
    const end = valueEnd(text, equals + 1)
    const value = valueText(text, equals + 1, end)
    pairs.push(text.slice(keyStart, equals), value)
    keysFrom = end
    equals = text.indexOf('=', end)
  }
  if (pairs.length < 2 * minPairs) return false
  for (let i = 0; i < pairs.length; i += 2) sink.put(pairs[i] ?? '', pairs[i + 1] ?? '')
  return true
}

/**
 * The start of the key before an equals sign; `equals` for none. A key begins at the start of the text or
 * after a separator.
 */
function findKeyStart(text: string, equals: number, keysFrom: number): number {
  const minStart = Math.max(keysFrom, equals - maxKeyLength)
  let at = equals
  while (at > minStart && isNameCharacter(text.charCodeAt(at - 1))) at--
  if (at === equals) return equals
  const first = text.charCodeAt(at)
  // A key does not begin with - or .
  if (first === 0x2d || first === 0x2e) return equals
  return at === 0 || isSeparator(text.charCodeAt(at - 1)) ? at : equals
}

/**
 * Whether a pair is `msg='` with pairs in it, as in the audit log: `msg='op=login acct="bob"'`. Then the
 * inner pairs are read instead of the whole value.
 */
function opensPairs(text: string, keyStart: number, equals: number): boolean {
  const isMsg = equals - keyStart === 3 && text.startsWith('msg', keyStart)
  if (!isMsg || text.charCodeAt(equals + 1) !== 0x27) return false
  const inner = keyEnd(text, equals + 2)
  return inner > equals + 2 && text.charCodeAt(inner) === 0x3d
}

/** White space, `,` `;` `|`, opening brackets and quotes; not `?` and `&`, which precede names in URLs. */
function isSeparator(unit: number): boolean {
  return isSpace(unit) || isWeakSeparator(unit) || opening.has(unit)
}

/** The characters ( [ { " and '. */
const opening: ReadonlySet<number> = new Set([0x28, 0x5b, 0x7b, 0x22, 0x27])

/** Separators that may also be part of a value: they end it only before a key. */
function isWeakSeparator(unit: number): boolean {
  return unit === 0x2c || unit === 0x3b || unit === 0x7c
}

/** The position after the value at `start`. */
function valueEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start)
  if (quote === 0x22 || quote === 0x27) {
    const close = findClosingQuote(text, quote, start + 1)
    if (close !== -1) return close + 1
    // The message was cut inside the quotes.
    if (quote === 0x22) return text.length
  }
  let at = start
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (isSpace(unit)) return at
    if (isWeakSeparator(unit)) {
      const next = keyEnd(text, at + 1)
      if (next > at + 1 && text.charCodeAt(next) === 0x3d) return at
      // The name that was skipped contains no separator.
      at = Math.max(next, at + 1)
    } else at++
  }
  return at
}

/** The position after the name at `start`. */
function keyEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && isNameCharacter(text.charCodeAt(at))) at++
  return at
}

/** The closing quote, which has no backslash before it; -1 for none. */
function findClosingQuote(text: string, quote: number, start: number): number {
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x5c) at++
    else if (unit === quote) return at
  }
  return -1
}

/** The value at [start, end) without its quotes and escapes, or without closing punctuation around it. */
function valueText(text: string, start: number, end: number): string {
  const first = text[start]
  const isClosed = end - start >= 2 && text[end - 1] === first && !isEscaped(text, start + 1, end - 1)
  if (first === '"' || (first === "'" && isClosed)) {
    const inner = text.slice(start + 1, isClosed ? end - 1 : end)
    return replaceEscapes(inner, escapes)
  }
  return trimClosing(text.slice(start, end))
}

/** Whether the character has an odd number of backslashes before it, back to `start`. */
function isEscaped(text: string, start: number, at: number): boolean {
  let before = at
  while (before > start && text.charCodeAt(before - 1) === 0x5c) before--
  return (at - before) % 2 === 1
}

/**
 * Removes punctuation, quotes and brackets that close the text around a pair, such as `(a=1)`. Keeps a quote
 * or bracket that the value itself opens, as in `a=f(x)`.
 */
function trimClosing(value: string): string {
  if (!isClosing(value.charCodeAt(value.length - 1))) return value
  const openedAt: Readonly<Record<string, number>> = {
    ')': value.indexOf('('),
    ']': value.indexOf('['),
    '}': value.indexOf('{'),
    '"': value.indexOf('"'),
    "'": value.indexOf("'"),
  }
  let end = value.length
  for (; end > 0 && isClosing(value.charCodeAt(end - 1)); end--) {
    const start = openedAt[value[end - 1] ?? ''] ?? -1
    if (start !== -1 && start < end - 1) break
  }
  return value.slice(0, end)
}

/** Weak separators, and ) ] } " and '. */
function isClosing(unit: number): boolean {
  return isWeakSeparator(unit) || closing.has(unit)
}

const closing: ReadonlySet<number> = new Set([0x29, 0x5d, 0x7d, 0x22, 0x27])

/** Backslashes before other characters are kept, since Windows paths are quoted too. */
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  n: '\n',
  r: '\r',
  t: '\t',
}
