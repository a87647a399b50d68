import type { TimeSpan } from '../time-span.ts'

/**
 * Maximum spans of a sample. The engine reads 8,192 rows for the shortest span, so 50,000 rows in 64 spans
 * would cost ten times as many.
 */
const maxSpans = 16

/**
 * Spans of whole seconds that hold about `size` of the events of these periods, spread over the events, not
 * over the time: a period with twice as many events gives twice as many. `bounds`: bounds of the periods in
 * Unix seconds, one more than counts.
 */
export function sampleSpans(bounds: readonly number[], counts: readonly number[], size: number): TimeSpan[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const spans: TimeSpan[] = []
  const share = total === 0 ? 0 : size / total
  let before = 0
  for (const [at, count] of counts.entries()) {
    const from = bounds[at] ?? 0
    const to = bounds[at + 1] ?? from
    // The middles of `maxSpans` equal parts of all events that lie in this period.
    const first = Math.ceil((before / total) * maxSpans - 0.5)
    before += count
    const last = Math.ceil((before / total) * maxSpans - 0.5)
    const taken = Math.min(last - first, Math.max(1, Math.floor((to - from) * share)))
    if (count > 0 && share >= 1) addSpan(spans, from, to)
    if (count === 0 || share >= 1 || last <= first) continue
    const length = Math.max(1, Math.round(((size / maxSpans) * (last - first) * (to - from)) / count / taken))
    for (let own = 0; own < taken; own++) {
      const start = from + Math.floor(((own + 0.5) / taken) * (to - from) - length / 2)
      addSpan(spans, Math.max(from, start), Math.min(to, Math.max(from, start) + length))
    }
  }
  return spans
}

/** Adds a span, or extends the last span when they meet. */
function addSpan(spans: TimeSpan[], from: number, to: number): void {
  const last = spans.at(-1)
  if (last !== undefined && last.to >= from) last.to = Math.max(last.to, to)
  else if (from < to) spans.push({ from, to })
}
