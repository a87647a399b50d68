import type { HintType } from '../../../schema/event/hint.ts'
import { joinsAfter, joinsBefore } from './joins.ts'
import type { Span } from './span.ts'

/**
 * Matches of a pattern that are not part of a longer word and that `accepts` takes, without the `edges`
 * (punctuation) at both ends.
 */
export function runSpans(
  type: HintType,
  text: string,
  { pattern, edges, accepts }: { pattern: RegExp; edges: string; accepts: (run: string) => boolean },
): Span[] {
  const spans: Span[] = []
  for (const { 0: whole, index } of text.matchAll(pattern)) {
    let start = index
    let end = index + whole.length
    if (joinsBefore(text, start) || joinsAfter(text, end)) continue
    while (start < end && edges.includes(text.charAt(start))) start++
    while (end > start && edges.includes(text.charAt(end - 1))) end--
    if (accepts(text.slice(start, end))) spans.push({ type, start, end })
  }
  return spans
}
