import { limits } from '../qp/tree.ts'

/** Parts of a search that stay as they are: `"a || b"`, `tag:'a'`, `tag:(a, b)` and expressions: `/a|b/`. */
const kept = String.raw`"[^"]*"?|[:=]\s?'[^']*'|[:=]\s?\([^()"]*\)|(?<=^|[\s()|:=~])\/(?:[^/\\\s]|\\.)+\/`
const start = String.raw`(?<=^|[\s()|"])`
/** A text or a group of the message. A quoted text with wildcards is a filter, in which they count. */
const phrase = String.raw`"[^"*?]*[\p{L}\p{N}][^"*?]*"|\([^)]*[\p{L}\p{N}]`
const word = String.raw`[\p{L}\p{N}_.*?-]+(?=[\s)|]|$)`
const field = `([!+-]?)([a-z_]{3,13})( ?(?:!=|:|=) ?)`
/** Matches what is kept, or else what is rewritten: the operators, and a field before a value. */
const rewrittenBefore = (value: string) =>
  new RegExp(`${kept}|\\|\\||${start}&&(?=[\\s("]|$)|${start}\\+(?=["(])|${start}${field}(?=${value})`, 'giu')
const phrasePattern = rewrittenBefore(phrase)
const wordPattern = rewrittenBefore(`${phrase}|${word}`)

/**
 * The text with the operators of other products as ours. Keeps its length, so that positions in the result
 * are positions in the text:
 *
 * - `a || b` becomes `a |  b`, and `a && b` becomes `a    b`: words are joined by AND anyway.
 * - The name of the message goes before a quoted text or a group: `message:"disk full"`, `-message:(a OR b)`.
 *   If the text has an OR, it also goes before words, since both sides are about messages.
 *
 * `isMessage`: whether a name stands for the message.
 */
export function withPlainOperators(text: string, isMessage: (name: string) => boolean): string {
  if (text.length > limits.characters) return text
  const plain = rewritten(text, phrasePattern, isMessage)
  return plain !== text && /\||\bor\b/i.test(text) ? rewritten(text, wordPattern, isMessage) : plain
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

/** The names before quoted texts and groups, which may stand for the message. */
export function namesBeforePhrases(text: string): string[] {
  return [...text.matchAll(phrasePattern)].flatMap(([, , name]) => (name === undefined ? [] : [name]))
}

/** The text with one space where `withPlainOperators` left several, outside quotation marks. */
export function withSingleSpaces(text: string): string {
  return text.replaceAll(/"[^"]*"?| {2,}/g, written => (written.startsWith('"') ? written : ' ')).trim()
}
