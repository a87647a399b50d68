import { BodyRefusedError } from './fault.ts'

/** Maximum depth of objects and lists: writing and comparing values is recursive. */
export const maxDepth = 100
/** Maximum number of values of one event: members, items, and those inside them. */
export const maxValues = 100_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/** Position and size of a JSON value in a text. */
export interface ValueSpan {
  /** Position after its last character. */
  end: number
  /** Objects and lists in it, including itself. */
  containers: number
}

/**
 * Finds the end of the JSON value at `from` in one pass, without parsing it. Throws BodyRefusedError for more
 * than `limit` values, for deep nesting, and for a truncated value.
 */
export function measureValue(text: string, from: number, limit = maxValues): ValueSpan {
  let depth = 0
  // An upper bound: 1 for the value itself. `{` and `[` count the first value inside, a comma the next one.
  let values = 1
  let containers = 0
  let at = from
  while (at < text.length) {
    switch (text.charCodeAt(at++)) {
      case quote:
        at = endOfString(text, at)
        if (at === -1) throw notJson(text.length)
        break
      case openBrace:
      case openBracket:
        containers++
        values++
        if (++depth > maxDepth) throw tooDeep()
        break
      case closeBrace:
      case closeBracket:
        depth--
        break
      case comma:
        values++
        break
      default:
        if (depth > 0) continue
        at = endOfWord(text, at)
    }
    if (values > limit) throw new BodyRefusedError(413, `An event may have at most ${limit} values.`)
    if (depth <= 0) return { end: at, containers }
  }
  throw notJson(text.length)
}

/** The position after the white space at `from`. */
export function skipSpace(text: string, from: number): number {
  let at = from
  while (isJsonSpace(text.charCodeAt(at))) at++
  return at
}

/** The refusal of a body that is invalid at this position. */
export function notJson(at: number): BodyRefusedError {
  return new BodyRefusedError(400, `The body is not JSON: it ends or goes wrong at character ${at}.`)
}

/** The refusal of a body that exceeds `maxDepth`. */
export function tooDeep(): BodyRefusedError {
  return new BodyRefusedError(400, `The body is nested deeper than ${maxDepth} levels.`)
}

/** The position after the closing quote of a string whose content begins at `from`; -1 if it is truncated. */
export function endOfString(text: string, from: number): number {
  for (let at = from; ; ) {
    const close = text.indexOf('"', at)
    if (close === -1) return -1
    let slashes = 0
    while (close - 1 - slashes >= from && text.charCodeAt(close - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return close + 1
    at = close + 1
  }
}

/** The position after a number, true, false or null. */
function endOfWord(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === comma || unit === closeBrace || unit === closeBracket || isJsonSpace(unit)) break
  }
  return at
}

function isJsonSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09
}
