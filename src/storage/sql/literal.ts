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
  return `toDateTime(${number(Math.min(Math.max(Math.trunc(seconds), 0), 4_294_967_295))}, 'UTC')`
}

export function list(items: readonly string[]): string {
  return items.join(', ')
}
