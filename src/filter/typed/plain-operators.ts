/** A quoted text, or what other products write for an operator or before a text of the message. */
const foreign =
  /"[^"]*"?|\|\||(?<=^|[\s)"])&&(?=[\s("]|$)|(?<=^|[\s()|"])([!+-]?)([a-z_]{3,13})(?: [:=] ?|[:=])(?=["(])/giu
/**
 * The text with operators of other products as ours, in the same length: `||` for `|`, `&&` for the AND that
 * needs no sign, and no field before texts of the message: `message:"disk full"`, `message:(disk OR cpu)`.
 * `isMessage`: whether a name stands for the message.
 */
export function withPlainOperators(text: string, isMessage: (name: string) => boolean): string {
  return text.replace(foreign, (written, sign?: string, name?: string) => {
    if (written === '||') return '| '
    if (written === '&&') return '  '
    if (name === undefined || !isMessage(name)) return written
    return (sign === '+' ? '' : (sign ?? '')).padStart(written.length)
  })
}

/** The text with one space where `withPlainOperators` left several, outside quotation marks. */
export function withSingleSpaces(text: string): string {
  return text.replaceAll(/"[^"]*"?| {2,}/g, written => (written.startsWith('"') ? written : ' ')).trim()
}
