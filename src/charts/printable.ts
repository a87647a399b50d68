/**
 * Escapes characters that could hide or disguise parts of a sender's text: control characters (written as
 * \x1b), direction marks, zero-width and space-like characters, and long runs of combining marks. Joiners
 * are kept, since scripts and emoji need them. `keepLines`: keeps line feeds and tabs.
 */
export function printable(text: string, keepLines = false): string {
  return text.replace(keepLines ? hiddenInLines : hidden, escaped)
}

/** Soft hyphens, direction marks, zero-width characters, Hangul fillers, tags and other format characters. */
const formats =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}'
/** The seventh and each later combining mark on one letter: no script needs more than six. */
const pile = '\\p{M}(?<=\\p{M}{7})'
const hidden = new RegExp(`[\\u0000-\\u001f\\u007f-\\u009f${formats}]|${pile}`, 'gu')
const hiddenInLines = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f${formats}]|${pile}`, 'gu')

const shortEscapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(character: string): string {
  const known = shortEscapes[character]
  if (known !== undefined) return known
  const code = (character.codePointAt(0) ?? 0).toString(16)
  if (code.length > 4) return `\\u{${code}}`
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`
}
