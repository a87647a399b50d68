import { limits } from '../qp/tree.ts'

/** Parts of a search that stay as they are: quoted texts, lists and expressions as values. */
const kept = String.raw`"[^"]*"?|[:=]\s?'[^']*'|[:=]\s?\([^()"]*\)|(?<=^|[\s()|:=~])\/(?:[^/\\\s]|\\.)+\/`
const start = String.raw`(?<=^|[\s()|"])`
/** A text or a group of the message. A quoted text with wildcards is a filter, in which they count. */
const phrase = String.raw`"[^"*?]*[\p{L}\p{N}][^"*?]*"|\([^)]*[\p{L}\p{N}]`
const word = String.raw`[\p{L}\p{N}_.*?-]+(?=[\s)|]|$)`
const field = `([!+-]?)([a-z_]{3,13})( ?(?:!=|:|=) ?)`
const patterns = [phrase, `${phrase}|${word}`].map(
  value =>
    new RegExp(
      `${kept}|\\|\\||${start}&&(?=[\\s("]|$)|${start}\\+(?=["(])|${start}${field}(?=${value})`,
      'giu',
    ),
)

/**
 * The text with operators of other products as ours, in the same length: `|` for `||`, none for `&&`, which
 * two words have between them anyway, and no field before what a message has: `message:"disk full"`,
 * `message:(disk OR cpu)`. `isMessage`: whether a name stands for the message.
 */
export function withPlainOperators(text: string, isMessage: (name: string) => boolean): string {
  if (text.length > limits.characters) return text
  const [ofPhrases = / /, ofWords = / /] = patterns
  const plain = rewritten(text, ofPhrases, isMessage)
  // Both sides of an OR are about messages, so the other side is text, too.
  return plain !== text && /\||\bor\b/i.test(text) ? rewritten(text, ofWords, isMessage) : plain
}

function rewritten(text: string, pattern: RegExp, isMessage: (name: string) => boolean): string {
  return text.replace(pattern, (written, sign?: string, name?: string, operator = '') => {
    if (written === '||') return '| '
    if (written === '&&') return '  '
    if (written === '+') return ' '
    if (name === undefined || !isMessage(name)) return written
    const isNegated = (sign === '-' || sign === '!') !== operator.includes('!')
    return (isNegated ? '-' : '').padStart(written.length)
  })
}

/** The names in a text that `withPlainOperators` asks about. */
export function namesBeforePhrases(text: string): string[] {
  const [ofPhrases = / /] = patterns
  return [...text.matchAll(ofPhrases)].flatMap(([, , name]) => (name === undefined ? [] : [name]))
}

/** The text with one space where `withPlainOperators` left several, outside quotation marks. */
export function withSingleSpaces(text: string): string {
  return text.replaceAll(/"[^"]*"?| {2,}/g, written => (written.startsWith('"') ? written : ' ')).trim()
}
