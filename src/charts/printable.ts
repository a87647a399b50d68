/**
 * Text of a sender with control characters, and characters that reverse the direction of text or take no room (which can disguise a line), as
 * escapes such as \x1b. Joiners stay: scripts and emoji need them. `lines` keeps line feeds and tabs.
 */
export function printable(text: string, lines = false): string {
  return text.replace(lines ? invisibleInLines : invisible, escaped)
}

const invisible = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
const invisibleInLines =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

const short: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16)
  return (
    short[character] ?? (code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`)
  )
}
