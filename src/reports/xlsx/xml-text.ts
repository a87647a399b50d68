import { truncateText } from '../../schema/truncate-text.ts'

/**
 * A text as XML 1.0 of spreadsheets: characters that XML does not allow are written _xHHHH_ (ECMA-376 part 1, 22.9.2.19,
 * ST_Xstring), and a text that looks like such an escape gets its first underscore escaped. A carriage return is escaped too, because
 * parsers turn it into a line feed. Halves of surrogate pairs become U+FFFD when the text is encoded.
 */
export function xmlText(text: string): string {
  return special.test(text) ? text.replace(specials, escaped) : text
}

/** The same for an attribute in double quotes. Parsers read line feeds and tabs as spaces, so they are written as spaces. */
export function xmlAttribute(text: string): string {
  return xmlText(text)
    .replaceAll('"', '&quot;')
    .replace(/[\t\n]/g, ' ')
}

/** Length of a cell in UTF-16 units. */
export const maxCellLength = 32_767

/**
 * The content of a cell of type inlineStr, which is never a formula. A text that is too long for a cell is cut and
 * says so.
 */
export function inlineString(text: string): string {
  const fitting = text.length > maxCellLength ? cut(text) : text
  if (
    !special.test(fitting) &&
    fitting.charCodeAt(0) > SPACE &&
    fitting.charCodeAt(fitting.length - 1) > SPACE
  )
    return `<is><t>${fitting}</t></is>`
  return `<is><t xml:space="preserve">${fitting.replace(specials, escaped)}</t></is>`
}

/** Whether a text would become a formula if its cell was edited: it begins with = + - @ or a tab or line break. */
export function looksLikeFormula(text: string): boolean {
  return /^[=+\-@\t\n\r]/.test(text)
}

const SPACE = 32
const special = /[&<>\u0000-\u0008\n-\u001f\ufffe\uffff]|_[xX][0-9A-Fa-f]{4}_/
const specials = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=[xX][0-9A-Fa-f]{4}_)/g

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escaped(character: string): string {
  return entities[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}

function cut(text: string): string {
  const mark = `… [cut: ${text.length} characters]`
  return truncateText(text, maxCellLength - mark.length) + mark
}
