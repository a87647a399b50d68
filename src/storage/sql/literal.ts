/**
 * Literals of SQL: the only way for a value into a statement. Names of columns do not pass here. They are
 * written in our code, or made from the name of a tag (columns.ts).
 */

/**
 * Maximum characters of one chunk of literals: a quarter of the bytes that the engine accepts, since a
 * character may have four bytes.
 */
const maxChunkLength = 1_000_000

/**
 * A String literal. Escapes quotes, backslashes and control characters. Unpaired surrogates become U+FFFD. A
 * property test sends random text through the engine and compares what comes back.
 */
export function text(value: string): string {
  let out = "'"
  for (const character of value) {
    const code = character.charCodeAt(0)
    if (character === "'" || character === '\\') out += `\\${character}`
    else if (code < 32 || code === 127) out += `\\x${code.toString(16).padStart(2, '0')}`
    else if (!character.isWellFormed()) out += '\ufffd'
    else out += character
  }
  return `${out}'`
}

/** Throws for a number that is not finite: NaN in SQL would be a name. */
export function number(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not a finite number: ${value}`)
  // String() would write an integer from 1e21 on with an exponent, as a floating-point number.
  return Number.isInteger(value) ? BigInt(value).toString() : value.toExponential()
}

/** The literal of a value of a field. */
export function literalOf(value: string | number): string {
  return typeof value === 'number' ? number(value) : text(value)
}

/** A DateTime64 literal, the type of the columns ts and first, from Unix microseconds. */
export function instant(micros: number): string {
  return `fromUnixTimestamp64Micro(${number(Math.trunc(micros))}, 'UTC')`
}

/** As `instant`, from Unix seconds. */
export function second(seconds: number): string {
  return instant(seconds * 1_000_000)
}

/** A DateTime literal, the type of the column sec, from Unix seconds. */
export function wholeSecond(seconds: number): string {
  return `toDateTime(${number(clampToDateTime(seconds))}, 'UTC')`
}

/**
 * The list in `sec IN (…)`, as plain numbers: with a toDateTime call for each, the comparison takes seven
 * times as long.
 */
export function secondsIn(seconds: Iterable<number>): string {
  return list(Array.from(seconds, value => number(clampToDateTime(value))))
}

/** A DateTime is an unsigned 32-bit number of seconds: 1970 to 2106. */
function clampToDateTime(seconds: number): number {
  return Math.min(Math.max(Math.trunc(seconds), 0), 4_294_967_295)
}

/** Splits literals into chunks that fit into a statement, by characters: values of users may be long. */
export function literalChunks(literals: readonly string[], maxLength = maxChunkLength): Generator<string[]> {
  return chunksBy(literals, literal => literal.length, maxLength)
}

/** Joins literals, columns or expressions with commas. */
export function list(items: readonly string[]): string {
  return items.join(', ')
}

/**
 * Items in their order, in chunks of one to `maxItems`. The sizes of a chunk's items add up to at most
 * `maxSize`, unless it has a single larger one.
 */
export function* chunksBy<T>(
  items: Iterable<T>,
  sizeOf: (item: T) => number,
  maxSize: number,
  maxItems = Number.POSITIVE_INFINITY,
): Generator<T[]> {
  let chunk: T[] = []
  let size = 0
  for (const item of items) {
    const added = sizeOf(item)
    if (chunk.length > 0 && (size + added > maxSize || chunk.length === maxItems)) {
      yield chunk
      chunk = []
      size = 0
    }
    chunk.push(item)
    size += added
  }
  if (chunk.length > 0) yield chunk
}

/** Items in their order, in chunks of `size`. */
export function chunksOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  return chunksBy(items, () => 1, size)
}
