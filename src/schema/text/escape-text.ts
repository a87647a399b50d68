/**
 * Replaces the control characters of a text by U+FFFD, since terminals obey them. Keeps tabs and line breaks,
 * which all become line feeds.
 */
export function escapeText(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
}
