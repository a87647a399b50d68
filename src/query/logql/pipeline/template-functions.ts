import { parseByteSize, parseGoSeconds, trimSpace } from '../syntax/go-values.ts'

/** A value of a template: bigints are Go's ints. */
export type Value = string | bigint | number | boolean

/** A function has failed on a line. */
export class CallError extends Error {
  override name = 'CallError' as const
}

interface TemplateFunction {
  /** A letter for the type of each parameter: `s` a string, `i` an int, `v` any value. */
  takes: string
  run: (...values: never[]) => Value
}

/** Maximum characters that one call may produce. */
export const maxOutput = 1_000_000

const chars = (text: string) => [...text]

/** As in Go, changes each character on its own, and keeps it if it would become several: `ß` stays. */
function perCharacter(change: (character: string) => string): (text: string) => string {
  return text =>
    chars(text)
      .map(character => {
        const changed = change(character)
        return chars(changed).length === 1 ? changed : character
      })
      .join('')
}

const lower = perCharacter(character => character.toLowerCase())
const upper = perCharacter(character => character.toUpperCase())

/** Removes the characters of `cutset` at the ends of a text. */
function trimSet(text: string, cutset: string, sides: 'left' | 'right' | 'both'): string {
  const cut = new Set(chars(cutset))
  const characters = chars(text)
  let begin = 0
  let end = characters.length
  if (sides !== 'right') while (begin < end && cut.has(characters[begin] ?? '')) begin++
  if (sides !== 'left') while (end > begin && cut.has(characters[end - 1] ?? '')) end--
  return characters.slice(begin, end).join('')
}

const withoutPrefix = (text: string, prefix: string) =>
  text.startsWith(prefix) ? text.slice(prefix.length) : text
const withoutSuffix = (text: string, suffix: string) =>
  suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text

/** Replaces the first `count` occurrences; all if it is negative. Throws a CallError for long results. */
function replace(text: string, from: string, to: string, count: bigint): string {
  const pieces = from === '' ? ['', ...chars(text), ''] : text.split(from)
  const max = count < 0n ? pieces.length - 1 : Math.min(Number(count), pieces.length - 1)
  if (text.length + max * to.length > maxOutput) throw new CallError('the text is too long')
  let joined = pieces[0] ?? ''
  for (const [i, piece] of pieces.slice(1).entries()) joined += (i < max ? to : from) + piece
  return joined
}

/** Cuts a text by bytes, as sprig does; parts of characters become U+FFFD. */
function bytesOf(text: string, begin: number, end?: number): string {
  return Buffer.from(text).subarray(begin, end).toString()
}

/** Keeps the first `count` bytes; the last ones if it is negative. */
function truncate(count: bigint, text: string): string {
  const { length } = Buffer.from(text)
  const limit = Number(count)
  if (limit < 0 && length + limit > 0) return bytesOf(text, length + limit)
  return limit >= 0 && length > limit ? bytesOf(text, 0, limit) : text
}

function substring(start: bigint, end: bigint, text: string): string {
  const { length } = Buffer.from(text)
  const begin = Math.max(0, Number(start))
  let stop = Number(end)
  // As in sprig, an end outside of the text means the end of the text, except after a negative start.
  if (start >= 0n && (stop < 0 || stop > length)) stop = length
  if (stop < 0 || stop > length || begin > stop) throw new CallError('slice bounds out of range')
  return bytesOf(text, begin, stop)
}

function repeat(count: bigint, text: string): string {
  if (count < 0n) throw new CallError('strings: negative Repeat count')
  if (count * BigInt(text.length) > BigInt(maxOutput)) throw new CallError('the text is too long')
  return text.repeat(Number(count))
}

function indent(spaces: bigint, text: string): string {
  const pad = repeat(spaces, ' ')
  return pad + replace(text, '\n', `\n${pad}`, -1n)
}

/** Makes a text `count` characters long: `cut` shortens a longer text, `pad` adds spaces to a shorter one. */
function align(
  count: bigint,
  text: string,
  cut: (characters: string[], width: number) => string[],
  pad: (text: string, spaces: string) => string,
) {
  const characters = chars(text)
  const width = Number(count)
  const missing = width - characters.length
  if (width < 0 || missing === 0) return text
  return missing > 0 ? pad(text, repeat(BigInt(missing), ' ')) : cut(characters, width).join('')
}

function urlDecode(text: string): string {
  const wrong = /%(?![0-9A-Fa-f]{2}).{0,2}/s.exec(text)?.[0]
  if (wrong !== undefined) throw new CallError(`invalid URL escape ${JSON.stringify(wrong)}`)
  const bytes = text
    .replaceAll('+', ' ')
    .split(/(%[0-9A-Fa-f]{2})/)
    .map(part => (part.startsWith('%') ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part)))
  return Buffer.concat(bytes).toString()
}

function urlEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Whether an `if` is true for the value. */
export function isTrue(value: Value): boolean {
  return typeof value === 'number' ? value !== 0 : Boolean(value)
}

function compareSame(a: Value, b: Value): boolean {
  if (typeof a !== typeof b) throw new CallError('incompatible types for comparison')
  return a === b
}

function lengthOf(value: Value): bigint {
  if (typeof value !== 'string') throw new CallError('len of a value without length')
  return BigInt(Buffer.byteLength(value))
}

const fn = (takes: string, run: TemplateFunction['run']): TemplateFunction => ({ takes, run })

/**
 * The functions of Loki's templates that give exactly the same results here; all others are refused by name.
 */
export const templateFunctions: Readonly<Partial<Record<string, TemplateFunction>>> = {
  ToLower: fn('s', lower),
  lower: fn('s', lower),
  ToUpper: fn('s', upper),
  upper: fn('s', upper),
  Replace: fn('sssi', replace),
  replace: fn('sss', (from: string, to: string, text: string) => replace(text, from, to, -1n)),
  Trim: fn('ss', (text: string, cutset: string) => trimSet(text, cutset, 'both')),
  TrimLeft: fn('ss', (text: string, cutset: string) => trimSet(text, cutset, 'left')),
  TrimRight: fn('ss', (text: string, cutset: string) => trimSet(text, cutset, 'right')),
  trimAll: fn('ss', (cutset: string, text: string) => trimSet(text, cutset, 'both')),
  TrimPrefix: fn('ss', withoutPrefix),
  TrimSuffix: fn('ss', withoutSuffix),
  trimPrefix: fn('ss', (prefix: string, text: string) => withoutPrefix(text, prefix)),
  trimSuffix: fn('ss', (suffix: string, text: string) => withoutSuffix(text, suffix)),
  TrimSpace: fn('s', trimSpace),
  trim: fn('s', trimSpace),
  trunc: fn('is', truncate),
  substr: fn('iis', substring),
  contains: fn('ss', (part: string, text: string) => text.includes(part)),
  hasPrefix: fn('ss', (part: string, text: string) => text.startsWith(part)),
  hasSuffix: fn('ss', (part: string, text: string) => text.endsWith(part)),
  repeat: fn('is', repeat),
  indent: fn('is', indent),
  nindent: fn('is', (spaces: bigint, text: string) => `\n${indent(spaces, text)}`),
  alignLeft: fn('is', (count: bigint, text: string) =>
    align(
      count,
      text,
      (characters, width) => characters.slice(0, width),
      (short, spaces) => short + spaces,
    ),
  ),
  alignRight: fn('is', (count: bigint, text: string) =>
    align(
      count,
      text,
      (characters, width) => characters.slice(characters.length - width),
      (short, spaces) => spaces + short,
    ),
  ),
  b64enc: fn('s', (text: string) => Buffer.from(text).toString('base64')),
  urlencode: fn('s', urlEncode),
  urldecode: fn('s', urlDecode),
  bytes: fn('s', parseByteSize),
  duration: fn('s', parseGoSeconds),
  duration_seconds: fn('s', parseGoSeconds),
  default: fn('vv', (otherwise: Value, value: Value) => (isTrue(value) ? value : otherwise)),
  eq: fn('vv', compareSame),
  ne: fn('vv', (a: Value, b: Value) => !compareSame(a, b)),
  not: fn('v', (value: Value) => !isTrue(value)),
  and: fn('vv', (a: Value, b: Value) => (isTrue(a) ? b : a)),
  or: fn('vv', (a: Value, b: Value) => (isTrue(a) ? a : b)),
  len: fn('v', lengthOf),
}

/** Formats a value as Go does. */
export function formatGoValue(value: Value): string {
  if (typeof value !== 'number') return String(value)
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= 21 || power < -4)
    return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
  return Object.is(value, -0) ? '-0' : String(value)
}
