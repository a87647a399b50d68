import { joinsAfter, joinsBefore } from './joins.ts'

/** Finds of a pattern that are not parts of longer words, without the `edges` (punctuation) at both ends. */
export function runsIn(text: string, pattern: RegExp, edges: string): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = []
  for (const { 0: whole, index } of text.matchAll(pattern)) {
    let start = index
    let end = index + whole.length
    if (joinsBefore(text, start) || joinsAfter(text, end)) continue
    while (start < end && edges.includes(text.charAt(start))) start++
    while (end > start && edges.includes(text.charAt(end - 1))) end--
    runs.push({ start, end })
  }
  return runs
}
