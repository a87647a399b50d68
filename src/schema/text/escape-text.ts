/**
 * Escapes for a text of several lines: control characters except line breaks become U+FFFD, since terminals
 * obey them.
 */
export function escapeText(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
}
