import type { Span } from './span.ts'

/**
 * Keeps the longest of overlapping spans, then the first of equally long ones; returns them in the order of
 * the text. Takes time in proportion to the length of the text.
 */
export function withoutOverlaps(spans: readonly Span[], textLength: number): Span[] {
  if (spans.length < 2) return [...spans]
  const taken = new Uint8Array(textLength)
  const kept: Span[] = []
  for (const span of spans.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    // A kept span is at least as long, so it covers one end of this one where they overlap.
    if (taken[span.start] === 1 || taken[span.end - 1] === 1) continue
    taken.fill(1, span.start, span.end)
    kept.push(span)
  }
  return kept.sort((a, b) => a.start - b.start)
}
