import type { Span } from './span.ts'

/**
 * Of spans that overlap the longest, then the one given first, in the order of the text. Each unit of the text is looked
 * at a fixed number of times.
 */
export function withoutOverlaps(spans: readonly Span[], textLength: number): Span[] {
  if (spans.length < 2) return [...spans]
  const taken = new Uint8Array(textLength)
  const kept: Span[] = []
  for (const span of spans.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    // What is taken is at least as long, so it cannot lie within: one end would show it.
    if (taken[span.start] === 1 || taken[span.end - 1] === 1) continue
    taken.fill(1, span.start, span.end)
    kept.push(span)
  }
  return kept.sort((a, b) => a.start - b.start)
}
