/** Characters of a list in one statement: a quarter of what the engine takes, with room for those that take four bytes. */
const maxListLength = 1_000_000

/**
 * The only way for a value into SQL. A literal escapes quote, backslash and control characters; a property test sends
 * random text through the engine and compares. Names come from code or pass `tagColumn`.
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

/** A finite number; throws on anything else, since NaN in SQL would be a name. */
export function number(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not a finite number: ${value}`)
  return Number.isInteger(value) ? BigInt(value).toString() : value.toExponential()
}

/** An instant with microseconds, as the type of the columns ts and first. */
export function instant(micros: number): string {
  return `fromUnixTimestamp64Micro(${number(Math.trunc(micros))}, 'UTC')`
}

/** A whole second as an instant. */
export function second(seconds: number): string {
  return instant(seconds * 1_000_000)
}

/** A whole second as the type of the column sec, which reaches from 1970 to 2106. */
export function wholeSecond(seconds: number): string {
  return `toDateTime(${number(inColumn(seconds))}, 'UTC')`
}

/** Whole seconds to look for in the column sec, which the engine compares with numbers: a call for each takes it seven times as long. */
export function secondsIn(seconds: Iterable<number>): string {
  return list(Array.from(seconds, value => number(inColumn(value))))
}

/** As the column sec can hold it. */
function inColumn(seconds: number): number {
  return Math.min(Math.max(Math.trunc(seconds), 0), 4_294_967_295)
}

/**
 * Literals in chunks that a statement has room for, each of at least one. Values of people may be long: what is counted is characters,
 * not values.
 */
export function* inChunks(literals: readonly string[]): Generator<string[]> {
  let chunk: string[] = []
  let length = 0
  for (const literal of literals) {
    if (chunk.length > 0 && length + literal.length > maxListLength) {
      yield chunk
      chunk = []
      length = 0
    }
    chunk.push(literal)
    length += literal.length
  }
  if (chunk.length > 0) yield chunk
}

export function list(items: readonly string[]): string {
  return items.join(', ')
}
