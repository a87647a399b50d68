import type { FindTag } from '../../../filter/typed/names-of-events.ts'
import type { Pill } from '../../../filter/typed/pill.ts'
import { parseTypedQuery } from '../../../filter/typed/typed-query.ts'

/** Typed conditions that became filters, and the text that stays in the box. */
export interface FinishedTerms {
  text: string
  caret: number
  pills: readonly Pill[]
}

/**
 * Takes finished conditions out of a text. A condition is finished if white space follows it and the caret is
 * behind. Alternatives of fields (`host:a OR program:b`) are finished only in parentheses, because more of
 * them may follow. With `all`, every condition is finished. `kept`: conditions that stay text, as typed.
 * Undefined if no condition is finished, or if the text has a syntax error: the user is still typing.
 */
export function finishTerms(
  text: string,
  caret: number,
  findTag: FindTag,
  { all = false, kept = new Set() }: { all?: boolean; kept?: ReadonlySet<string> } = {},
): FinishedTerms | undefined {
  const isFinished = ({ end, isOpen }: { end: number; isOpen: boolean }) =>
    all || (!isOpen && caret > end && /\s/.test(text.charAt(end)))
  const { filterTerms, fault, without } = parseTypedQuery(text, findTag)
  if (fault) return undefined
  const terms = filterTerms.filter(term => isFinished(term) && !kept.has(term.written))
  if (terms.length === 0) return undefined
  const remaining = without(terms)
  // Removal joins the text around a condition with one space; the next word must not touch the previous one.
  const newText = /\s$/.test(text) && remaining !== '' ? `${remaining} ` : remaining
  // The caret stays before the text that follows it; if that text has changed, it moves to the end.
  // `without([])` writes the tail as it is written in `remaining`: plain operators, single spaces.
  const textAfterCaret = parseTypedQuery(text.slice(caret), findTag).without([]).trimStart()
  return {
    text: newText,
    caret: newText.endsWith(textAfterCaret) ? newText.length - textAfterCaret.length : newText.length,
    pills: terms.flatMap(({ pills }) => pills),
  }
}

/** Whether a text begins with an OR (`| x`, `or x`), so that its left side must stand before the text. */
export function beginsWithOr(text: string): boolean {
  return /^\s*(?:\||or(?=[\s("]))/i.test(text)
}

/**
 * The length of an AND at the start of a text; 0 if there is no AND. After a filter an AND has no effect,
 * since filters are combined with AND, and a text may not begin with one.
 */
export function leadingAnd(text: string): number {
  return /^\s*(?:and|&&?)\s+/i.exec(text)?.[0].length ?? 0
}
