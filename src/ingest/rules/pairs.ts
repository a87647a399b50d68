import type { RuleKeyValue, RuleTokenize } from '../../schema/intake/rule.ts'

/** The `kv` of rules that use `${key}` without `kv`: key=value or key="a value", separated by spaces. */
export const defaultPairs: RuleKeyValue = { separator: '=', delimiter: '"', pairSeparator: ' ' }

/**
 * Reads the wanted keys of a message of pairs: `user=bob act="log in"` has user bob and act `log in`. The
 * first of repeated keys counts. A key consists of letters, digits, `_` and `-`. A value that begins with the
 * delimiter ends at the next delimiter without a backslash; other values end at the pair separator.
 */
export function readPairs(
  message: string,
  kv: RuleKeyValue,
  wanted: ReadonlySet<string>,
): Map<string, string> {
  const { separator, delimiter, pairSeparator } = kv
  const pairs = new Map<string, string>()
  let at = 0
  while (pairs.size < wanted.size) {
    const separatorAt = message.indexOf(separator, at)
    if (separatorAt === -1) break
    let keyStart = separatorAt
    while (keyStart > at && isKeyUnit(message.charCodeAt(keyStart - 1))) keyStart--
    const valueStart = separatorAt + separator.length
    const isQuoted = delimiter !== '' && message.startsWith(delimiter, valueStart)
    // Without a pair separator, only values between delimiters have an end.
    if (keyStart === separatorAt || (!isQuoted && pairSeparator === '')) {
      at = valueStart
      continue
    }
    const valueEnd = isQuoted
      ? findClosingDelimiter(message, delimiter, valueStart + delimiter.length)
      : positionOrEnd(message.indexOf(pairSeparator, valueStart), message)
    const key = message.slice(keyStart, separatorAt)
    if (wanted.has(key) && !pairs.has(key)) {
      const value = message.slice(isQuoted ? valueStart + delimiter.length : valueStart, valueEnd)
      pairs.set(key, isQuoted && value.includes('\\') ? value.replaceAll(`\\${delimiter}`, delimiter) : value)
    }
    at = isQuoted ? Math.min(message.length, valueEnd + delimiter.length) : valueEnd
  }
  return pairs
}

/**
 * Splits a message at a separator and returns the tokens that have a name, by that name. A token in double
 * quotes may contain the separator.
 */
export function readTokens(message: string, { separator, fields }: RuleTokenize): Map<string, string> {
  const tokens = new Map<string, string>()
  let at = 0
  for (let position = 0; position < fields.length && at <= message.length; position++) {
    let value: string
    const quote = message.startsWith('"', at) ? findClosingDelimiter(message, '"', at + 1) : -1
    if (quote !== -1 && (quote + 1 === message.length || message.startsWith(separator, quote + 1))) {
      value = message.slice(at + 1, quote)
      at = quote + 1 + separator.length
    } else {
      const end = positionOrEnd(message.indexOf(separator, at), message)
      value = message.slice(at, end)
      at = end + separator.length
    }
    const name = fields[position] ?? ''
    if (name !== '') tokens.set(name, value)
  }
  return tokens
}

/** The next delimiter without a backslash before it; the end of the message for none. */
function findClosingDelimiter(message: string, delimiter: string, from: number): number {
  let end = message.indexOf(delimiter, from)
  while (end > from && message[end - 1] === '\\') end = message.indexOf(delimiter, end + delimiter.length)
  return positionOrEnd(end, message)
}

function positionOrEnd(at: number, { length }: string): number {
  return at === -1 ? length : at
}

function isKeyUnit(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    unit === 0x5f ||
    unit === 0x2d
  )
}
