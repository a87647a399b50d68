import { truncateText } from '../../schema/text/truncate-text.ts'

/**
 * Encodes a text for XML 1.0 of spreadsheets. Characters that XML forbids become _xHHHH_ (ECMA-376 part 1,
 * 22.9.2.19, ST_Xstring), and in a text that looks like such an escape the first underscore is escaped. A
 * carriage return is escaped too, because parsers turn it into a line feed. Halves of surrogate pairs become
 * U+FFFD when the text is encoded.
 */
export function xmlText(text: string): string {
  return escapableOrLineFeed.test(text) ? text.replace(escapable, escaped) : text
}

/**
 * As `xmlText`, for an attribute in double quotes. Parsers read line feeds and tabs as spaces, so spaces are
 * written.
 */
export function xmlAttribute(text: string): string {
  return xmlText(text)
    .replaceAll('"', '&quot;')
    .replace(/[\t\n]/g, ' ')
}

/** Maximum UTF-16 units of a cell. */
export const maxCellLength = 32_767

/**
 * The content of a cell of type inlineStr, which is never a formula. A text too long for a cell is truncated
 * and says so.
 */
export function inlineString(text: string): string {
  const fitting = text.length > maxCellLength ? cut(text) : text
  const isTrimmed = fitting.charCodeAt(0) > SPACE && fitting.charCodeAt(fitting.length - 1) > SPACE
  if (isTrimmed && !escapableOrLineFeed.test(fitting)) return `<is><t>${fitting}</t></is>`
  return `<is><t xml:space="preserve">${fitting.replace(escapable, escaped)}</t></is>`
}

/** Whether editing its cell makes a text a formula: it begins with = + - @, a tab or a line break. */
export function looksLikeFormula(text: string): boolean {
  return /^[=+\-@\t\n\r]/.test(text)
}

const SPACE = 32
/** As `escapable`, and line feeds, for which the text gets xml:space. */
const escapableOrLineFeed = /[&<>\u0000-\u0008\n-\u001f\ufffe\uffff]|_[xX][0-9A-Fa-f]{4}_/
/** Characters to escape, and the underscore of a text such as _x000D_. */
const escapable = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=[xX][0-9A-Fa-f]{4}_)/g

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escaped(character: string): string {
  return entities[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}

function cut(text: string): string {
  const notice = `… [cut: ${text.length} characters]`
  return truncateText(text, maxCellLength - notice.length) + notice
}
