import { chunksBy } from './chunks.ts'

/** Maximum characters of a list: a quarter of the engine's limit, since a character may have four bytes. */
const maxListLength = 1_000_000

/**
 * The only way to put a value into SQL. A literal escapes quote, backslash and control characters; a property
 * test sends random text through the engine and compares. Names come from code or pass `tagColumn`.
 */
export function text(value: string): string {
  let out = "'"
  for (const character of value) {
    const code = character.charCodeAt(0)
    if (character === "'" || character === '\\') out += `\\${character}`
    else if (code < 32 || code === 127) out += `\\x${code.toString(16).padStart(2, '0')}`
    else if (character.length === 1 && code >= 0xd800 && code <= 0xdfff) out += '\ufffd'
    else out += character
  }
  return `${out}'`
}

/** Throws for a number that is not finite: NaN in SQL would be a name. */
export function number(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not a finite number: ${value}`)
  return Number.isInteger(value) ? BigInt(value).toString() : value.toExponential()
}

/** A literal of the type of the columns ts and first. */
export function instant(micros: number): string {
  return `fromUnixTimestamp64Micro(${number(Math.trunc(micros))}, 'UTC')`
}

export function second(seconds: number): string {
  return instant(seconds * 1_000_000)
}

/** A literal of the type of the column sec, which ranges from 1970 to 2106. */
export function wholeSecond(seconds: number): string {
  return `toDateTime(${number(inColumn(seconds))}, 'UTC')`
}

/** Whole seconds for a search in the column sec: the engine compares numbers seven times as fast as calls. */
export function secondsIn(seconds: Iterable<number>): string {
  return list(Array.from(seconds, value => number(inColumn(value))))
}

function inColumn(seconds: number): number {
  return Math.min(Math.max(Math.trunc(seconds), 0), 4_294_967_295)
}

/** Literals in chunks that fit into a statement. Users' values may be long, so characters are counted. */
export function literalChunks(literals: readonly string[], maxLength = maxListLength): Generator<string[]> {
  return chunksBy(literals, literal => literal.length, maxLength)
}

export function list(items: readonly string[]): string {
  return items.join(', ')
}
