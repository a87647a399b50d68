import type { InlineCondition } from '../../filter/inline-conditions.ts'

/** A condition as words of a message search that nobody can take for a condition. */
export function quoteCondition({ written, name, values }: InlineCondition): string {
  const wild = values.some(value => /[*?]/.test(value))
  const plain = written.replaceAll('"', '')
  if (!wild && !written.includes('(')) return `"${plain}"`
  // Wildcards mean nothing within quotation marks.
  return `("${name}" (${values.map(value => (/[*?]/.test(value) ? value : `"${value}"`)).join(' | ')}))`
}

export function replaceSpan(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end)
}

/** A message search without one of its conditions: its negation, parentheses around nothing and an AND beside it go too. */
export function removeCondition(text: string, start: number, end: number): string {
  let before = text.slice(0, start)
  let after = text.slice(end)
  // Each turn shortens `before` or ends it.
  for (;;) {
    const length = before.length
    before = before.replace(/[!-]$|(?<=^|[\s()|"])NOT\s*$/i, '')
    if (/\(\s*$/.test(before) && /^\s*\)/.test(after)) {
      before = before.replace(/\(\s*$/, '')
      after = after.replace(/^\s*\)/, '')
    }
    if (before.length === length) break
  }
  // What stood alone between two operators takes one of them along.
  const isLast = /^\s*(?:$|[|)]|OR(?=[\s()"]))/i.test(after)
  if (endsInAnd.test(before)) before = before.replace(endsInAnd, '')
  else if (beginsWithAnd.test(after)) after = after.replace(beginsWithAnd, '')
  else if (isLast && endsInOr.test(before)) before = before.replace(endsInOr, '')
  else if (isLast && /(?:^|\()\s*$/.test(before)) after = after.replace(beginsWithOr, '')
  return `${before.trimEnd()} ${after.trimStart()}`.trim()
}

const endsInAnd = /(?<=^|[\s()|"])AND\s*$/i
const endsInOr = /(?:\||(?<=[\s()"])OR)\s*$/i
const beginsWithAnd = /^\s*AND(?=[\s()"])/i
const beginsWithOr = /^\s*(?:\||OR(?=[\s()"]))/i
