const quote = 0x22
const backslash = 0x5c
const byteOrderMark = 0xfeff

/** A number of 16 digits or more, which may be beyond 2^53. */
const longNumber = /(?:^|[\s:,[])-?\d{16}/
/** Maximum depth at which long numbers are found; bodies are at most 100 levels deep. */
const maxLongDepth = 100

/**
 * Parses JSON. Accepts raw control characters in strings, which some senders write, and skips a byte order
 * mark. An integer beyond 2^53 becomes the text of its digits, which a number would round. Throws SyntaxError
 * for other invalid JSON.
 */
export function parseLenientJson(text: string): unknown {
  const json = text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text
  try {
    return parse(json)
  } catch (error) {
    const escaped = escapeControls(json)
    if (escaped === json) throw error
    return parse(escaped)
  }
}

function parse(json: string): unknown {
  const value: unknown = JSON.parse(json)
  // Parsing again with a reviver takes several times as long, so it is done only for texts that need it.
  const isRounded = longNumber.test(json) && hasLongInteger(value, maxLongDepth)
  return isRounded ? JSON.parse(json, withLongIntegersAsText) : value
}

function hasLongInteger(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || levels === 0) return isLongInteger(value)
  for (const one of Object.values(value)) if (hasLongInteger(one, levels - 1)) return true
  return false
}

function isLongInteger(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value)
}

/** A reviver. ECMAScript 2025 passes the source text of a primitive value. */
function withLongIntegersAsText(_name: string, value: unknown, context?: { source?: string }): unknown {
  return isLongInteger(value) ? (context?.source ?? value) : value
}

/** Escapes the control characters in the strings of a JSON text, in one pass. */
function escapeControls(text: string): string {
  let escaped = ''
  let copied = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === quote) isInString = !isInString
    else if (!isInString) continue
    // Skips an escape. A backslash before a raw control character is text, and is escaped as such.
    else if (unit === backslash && !(text.charCodeAt(at + 1) < 0x20)) at++
    else if (unit < 0x20 || unit === backslash) {
      escaped += `${text.slice(copied, at)}\\u${unit.toString(16).padStart(4, '0')}`
      copied = at + 1
    }
  }
  return copied === 0 ? text : escaped + text.slice(copied)
}
