import type { InlineCondition } from './inline-conditions.ts'

/**
 * Quotes a condition, so that a message search finds it as text: `host:web-1` becomes `"host:web-1"`. With
 * wildcards or a list in parentheses it becomes a search for name and values: `host:(a | b*)` becomes
 * `("host" ("a" | b*))`. A value of several words with a wildcard becomes its words: they may stand anywhere.
 */
export function quoteCondition({ written, name, op, values, fields }: InlineCondition): string {
  if (fields !== undefined) return quote(written)
  const isExpression = op === '=~' || op === '!~'
  if (isExpression || (!values.some(hasWildcard) && !written.includes('('))) return quote(written)
  return `("${name}" (${values.map(quoteValue).join(' | ')}))`
}

function quoteValue(value: string): string {
  // Wildcards have no meaning in quotation marks.
  if (!hasWildcard(value)) return quote(value)
  const words = value.split(/\s+/).map(word => (hasWildcard(word) ? word.replaceAll('"', '') : quote(word)))
  return words.length === 1 ? (words[0] ?? '') : `(${words.join(' ')})`
}

/** A phrase cannot contain quotation marks. */
function quote(text: string): string {
  return `"${text.replaceAll('"', '')}"`
}

function hasWildcard(value: string): boolean {
  return /[*?]/.test(value)
}

/** Replaces the text from `start` to `end` (exclusive). */
export function replaceSpan(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/**
 * Removes a condition from a search, with its negation, an adjacent AND and parentheses that become empty.
 * Positions before it stay valid, so conditions are removed from the last to the first.
 */
export function removeCondition(text: string, start: number, end: number): string {
  let before = text.slice(0, start)
  let after = text.slice(end)
  // Each iteration shortens `before` or ends the loop.
  for (;;) {
    const length = before.length
    // `-`, `!` or `NOT ` before the condition.
    before = before.replace(/[!-]$|(?<=^|[\s()|"])NOT\s*$/i, '')
    if (/\(\s*$/.test(before) && /^\s*\)/.test(after)) {
      before = before.replace(/\(\s*$/, '')
      after = after.replace(/^\s*\)/, '')
    }
    if (before.length === length) break
  }
  // Removes one of the two operators that stood before and after the condition. An OR is removed only if
  // the condition was all of its alternative. Examples, with the condition as _:
  //   a AND _ OR b   becomes   a OR b      (AND before)
  //   _ AND b        becomes   b           (AND after)
  //   a OR _         becomes   a           (OR before)
  //   (_ OR b)       becomes   (b)         (OR after)
  //   a OR _ b       becomes   a OR b      (no operator: `_ b` is the alternative)
  // Nothing, `|`, `)` or `OR` follows.
  const isLastOperand = /^\s*(?:$|[|)]|OR(?=[\s()"]))/i.test(after)
  if (endsInAnd.test(before)) before = before.replace(endsInAnd, '')
  else if (beginsWithAnd.test(after)) after = after.replace(beginsWithAnd, '')
  else if (isLastOperand && endsInOr.test(before)) before = before.replace(endsInOr, '')
  else if (isLastOperand && /(?:^|\()\s*$/.test(before)) after = after.replace(beginsWithOr, '')
  const head = before.trimEnd()
  return (head === '' ? before + after.trimStart() : `${head} ${after.trimStart()}`).trimEnd()
}

const endsInAnd = /(?<=^|[\s()|"])AND\s*$/i
const endsInOr = /(?:\||(?<=[\s()"])OR)\s*$/i
const beginsWithAnd = /^\s*AND(?=[\s()"])/i
const beginsWithOr = /^\s*(?:\||OR(?=[\s()"]))/i
