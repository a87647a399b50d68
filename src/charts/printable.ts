/**
 * What a sender wrote, made inert for the eye: control characters and terminal escapes become visible pictures, and
 * characters that turn the direction of text around (a way to disguise what a line says) become their code.
 * With `lines`, line feeds and tabs are left as they are.
 */
export function printable(text: string, lines = false): string {
  return text.replace(lines ? invisibleInLines : invisible, picture)
}

const invisible = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
const invisibleInLines =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

function picture(character: string): string {
  const code = character.charCodeAt(0)
  // Unicode has a picture for each C0 control and for delete.
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  return `\\u${code.toString(16).padStart(4, '0')}`
}
