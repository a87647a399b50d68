/** A value cannot be read. The message is Go's. */
export class GoValueError extends Error {
  override name = 'GoValueError' as const
}

const decimalFloat = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const hexFloat = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?\d+)$/
const infinite = /^([+-]?)inf(?:inity)?$/i
/** An underscore that is neither between digits nor after a hexadecimal prefix: `_1`, `1__0`, `1_`. */
const wrongUnderscore = /(?<![0-9a-fA-FxX])_|_(?![0-9a-fA-F])/

/** Go's strconv.ParseFloat for 64 bits. Throws a GoValueError. */
export function parseGoFloat(text: string): number {
  const value = readFloat(text)
  if (value === undefined) throw floatError(text, 'invalid syntax')
  if (value === 'too large') throw floatError(text, 'value out of range')
  return value
}

function floatError(text: string, reason: string): GoValueError {
  return new GoValueError(`strconv.ParseFloat: parsing ${goQuote(text)}: ${reason}`)
}

function readFloat(text: string): number | 'too large' | undefined {
  const sign = infinite.exec(text)?.[1]
  if (sign !== undefined) return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  if (/^nan$/i.test(text)) return Number.NaN
  const isHex = /^[+-]?0[xX]/.test(text)
  if (text.includes('_') && (wrongUnderscore.test(text) || (!isHex && !/^[+-]?\d/.test(text))))
    return undefined
  const digits = text.replaceAll('_', '')
  if (isHex) return readHexFloat(digits)
  // `wrongUnderscore` takes the `e` of an exponent for a hexadecimal digit.
  if (!decimalFloat.test(digits) || /[eE][+-]?_|_[eE]/.test(text)) return undefined
  const value = Number(digits)
  return Number.isFinite(value) ? value : 'too large'
}

/** Truncates digits that a double cannot hold, while Go rounds. */
function readHexFloat(text: string): number | 'too large' | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = ''] = hexFloat.exec(text) ?? []
  if (whole + fraction === '') return undefined
  const significant = `${whole}${fraction}`.replace(/^0+/, '')
  const digits = significant.slice(0, 14)
  const mantissa = Number.parseInt(digits || '0', 16)
  // A hexadecimal digit has four bits.
  const power = Number(exponent) + 4 * (significant.length - digits.length - fraction.length)
  // Two factors, since 2 ** power may overflow although the value does not.
  const half = Math.trunc(power / 2)
  const value = mantissa === 0 ? 0 : mantissa * 2 ** half * 2 ** (power - half)
  if (!Number.isFinite(value)) return 'too large'
  return sign === '-' ? -value : value
}

/** Nanoseconds of units. A map, since an object also has members such as `constructor`. */
const nanosOf: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n],
  ['μs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
])
const maxNanos = (1n << 63n) - 1n
const maxWholeDigits = 19
/** Maximum digits of a fraction that matter: an hour has 13 digits of nanoseconds. */
const maxFractionDigits = 18

/** Nanoseconds of Go's time.ParseDuration. Throws a GoValueError. */
export function parseGoDuration(text: string): bigint {
  const invalid = () => new GoValueError(`time: invalid duration ${timeQuote(text)}`)
  const isNegative = text.startsWith('-')
  let remaining = /^[+-]/.test(text) ? text.slice(1) : text
  if (remaining === '0') return 0n
  if (remaining === '') throw invalid()
  let nanos = 0n
  while (remaining !== '') {
    const [number = '', whole = '', fraction = ''] = /^(\d*)(?:\.(\d*))?/.exec(remaining) ?? []
    if (whole + fraction === '' || whole.length > maxWholeDigits) throw invalid()
    remaining = remaining.slice(number.length)
    const [unit = ''] = /^[^.0-9]+/.exec(remaining) ?? []
    if (unit === '') throw new GoValueError(`time: missing unit in duration ${timeQuote(text)}`)
    const scale = nanosOf.get(unit)
    if (scale === undefined)
      throw new GoValueError(`time: unknown unit ${timeQuote(unit)} in duration ${timeQuote(text)}`)
    remaining = remaining.slice(unit.length)
    nanos += BigInt(whole || '0') * scale
    if (fraction !== '') {
      const digits = fraction.slice(0, maxFractionDigits)
      // Floating-point arithmetic, as in Go.
      nanos += BigInt(Math.trunc(Number(digits) * (Number(scale) / 10 ** digits.length)))
    }
    if (nanos > maxNanos + (isNegative ? 1n : 0n)) throw invalid()
  }
  return isNegative ? -nanos : nanos
}

/** Seconds of a duration, as Go's Duration.Seconds. Throws a GoValueError. */
export function parseGoSeconds(text: string): number {
  const nanos = parseGoDuration(text)
  return Number(nanos / 1_000_000_000n) + Number(nanos % 1_000_000_000n) / 1e9
}

/** Quotes as Go's package time, which escapes control characters and all bytes that are not ASCII. */
function timeQuote(text: string): string {
  const quoted = text.replace(/[^ -\u007f]|["\\]/gu, character =>
    character === '"' || character === '\\'
      ? `\\${character}`
      : [...Buffer.from(character)].map(byte => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
  )
  return `"${quoted}"`
}

/** The index of a prefix is its power of 1,000 or 1,024. */
const bytePrefixes = ['', 'k', 'm', 'g', 't', 'p', 'e']

/** Bytes of go-humanize's ParseBytes: `1.5 KiB`. Throws a GoValueError. */
export function parseByteSize(text: string): number {
  const [digits = ''] = /^[\p{Nd}.,]*/u.exec(text) ?? []
  const number = parseGoFloat(digits.replaceAll(',', ''))
  const unit = trimSpace(text.slice(digits.length)).toLowerCase()
  const [, prefix = '', binary] = /^([kmgtpe]?)(i?)b?$/.exec(unit) ?? []
  const power = bytePrefixes.indexOf(prefix)
  if (binary === undefined || (binary === 'i' && prefix === ''))
    throw new GoValueError(`unhandled size name: ${unit}`)
  const bytes = number * (binary === 'i' ? 1_024 : 1_000) ** power
  if (bytes >= 2 ** 64) throw new GoValueError(`too large: ${text}`)
  return Math.trunc(bytes)
}

const spaces = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const leadingSpace = new RegExp(`^${spaces}+`)
const space = new RegExp(spaces)

/** Go's strings.TrimSpace. */
export function trimSpace(text: string): string {
  const trimmedStart = text.replace(leadingSpace, '')
  let end = trimmedStart.length
  while (end > 0 && space.test(trimmedStart.charAt(end - 1))) end--
  return trimmedStart.slice(0, end)
}

const shortEscapes: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '"': '\\"',
  '\\': '\\\\',
}

/** Go's strconv.Quote. */
export function goQuote(text: string): string {
  const quoted = text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|["\\]/gu, character => {
    const code = character.codePointAt(0) ?? 0
    const hex = code.toString(16)
    const short = shortEscapes[character]
    if (short !== undefined) return short
    if (code < 0x80) return `\\x${hex.padStart(2, '0')}`
    return code > 0xffff ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`
  })
  return `"${quoted}"`
}
