const quote = 0x22
const backslash = 0x5c
const byteOrderMark = 0xfeff

/** ECMAScript 2025 passes the source text of a primitive value. */
type Reviver = (name: string, value: unknown, context?: { source?: string }) => unknown

/**
 * Parses JSON. Accepts raw control characters in strings, which some senders write, and skips a byte order
 * mark. Throws SyntaxError for other invalid JSON. `reviver`: see JSON.parse.
 */
export function parseLenientJson(text: string, reviver?: Reviver): unknown {
  const json = text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text
  try {
    return JSON.parse(json, reviver)
  } catch (error) {
    const escaped = escapeControls(json)
    if (escaped === json) throw error
    return JSON.parse(escaped, reviver)
  }
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
    else if (unit === backslash && !(text.charCodeAt(at + 1) < 0x20)) at++
    // A backslash before a control character escapes nothing.
    else if (unit < 0x20 || unit === backslash) {
      escaped += `${text.slice(copied, at)}\\u${unit.toString(16).padStart(4, '0')}`
      copied = at + 1
    }
  }
  return copied === 0 ? text : escaped + text.slice(copied)
}
