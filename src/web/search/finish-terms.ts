import type { Pill } from '../../filter/typed/pill.ts'
import { type FindTag, parseTypedQuery } from '../../filter/typed/typed-query.ts'

/** Typed conditions that became filters, and what stays in the box. */
export interface FinishedTerms {
  text: string
  caret: number
  pills: readonly Pill[]
  /** The conditions as they were typed. */
  written: readonly string[]
}

/**
 * Takes finished conditions out of a text: those that white space and the caret follow, or with `all` every one. Undefined when
 * there is none. A text with a syntax error is still being typed and stays as it is. `kept` are conditions that stay text.
 */
export function finishTerms(
  text: string,
  caret: number,
  findTag: FindTag,
  { all = false, kept = new Set() }: { all?: boolean; kept?: ReadonlySet<string> } = {},
): FinishedTerms | undefined {
  const isFinished = (end: number) => all || (caret > end && /\s/.test(text.charAt(end)))
  const { filterTerms, fault, without } = parseTypedQuery(text, findTag)
  if (fault) return undefined
  const terms = filterTerms.filter(term => isFinished(term.end) && !kept.has(term.written))
  if (terms.length === 0) return undefined
  const rest = without(terms)
  // Removal joins what stood around a condition with one space; the next word must not touch the one before.
  const left = /\s$/.test(text) && rest !== '' ? `${rest} ` : rest
  const after = text.slice(caret).trimStart()
  return {
    text: left,
    caret: left.endsWith(after) ? left.length - after.length : left.length,
    pills: terms.flatMap(({ pills }) => pills),
    written: terms.map(({ written }) => written),
  }
}

/** Whether a text begins with an OR: what stood before it belongs to an alternative. */
export function beginsWithOr(text: string): boolean {
  return /^\s*(?:\||or(?=[\s("]))/i.test(text)
}

/** The length of an AND at the begin of a text: filters are joined so already, and no text begins with one. */
export function leadingAnd(text: string): number {
  return /^\s*(?:and|&&?)\s+/i.exec(text)?.[0].length ?? 0
}
