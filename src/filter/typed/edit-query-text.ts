import type { InlineCondition } from './inline-conditions.ts'

/** Quotes a condition, so that a message search finds it as text: `host:web-1` becomes `"host:web-1"`. */
export function quoteCondition({ written, name, values }: InlineCondition): string {
  const wild = values.some(value => /[*?]/.test(value))
  const plain = written.replaceAll('"', '')
  if (!wild && !written.includes('(')) return `"${plain}"`
  // Wildcards have no meaning in quotation marks.
  return `("${name}" (${values.map(value => (/[*?]/.test(value) ? value : `"${value}"`)).join(' | ')}))`
}

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
    before = before.replace(/[!-]$|(?<=^|[\s()|"])NOT\s*$/i, '')
    if (/\(\s*$/.test(before) && /^\s*\)/.test(after)) {
      before = before.replace(/\(\s*$/, '')
      after = after.replace(/^\s*\)/, '')
    }
    if (before.length === length) break
  }
  // Removes one of the two operators that stood before and after the condition.
  const isLast = /^\s*(?:$|[|)]|OR(?=[\s()"]))/i.test(after)
  if (endsInAnd.test(before)) before = before.replace(endsInAnd, '')
  else if (beginsWithAnd.test(after)) after = after.replace(beginsWithAnd, '')
  else if (isLast && endsInOr.test(before)) before = before.replace(endsInOr, '')
  else if (isLast && /(?:^|\()\s*$/.test(before)) after = after.replace(beginsWithOr, '')
  const head = before.trimEnd()
  return (head === '' ? before + after.trimStart() : `${head} ${after.trimStart()}`).trimEnd()
}

const endsInAnd = /(?<=^|[\s()|"])AND\s*$/i
const endsInOr = /(?:\||(?<=[\s()"])OR)\s*$/i
const beginsWithAnd = /^\s*AND(?=[\s()"])/i
const beginsWithOr = /^\s*(?:\||OR(?=[\s()"]))/i
