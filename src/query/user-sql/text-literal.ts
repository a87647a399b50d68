/** A text in a statement of docs/sql.md. */
export function textLiteral(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
