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
  const sampledShare = total === 0 ? 0 : size / total
  let eventsBefore = 0
  for (const [at, count] of counts.entries()) {
    const from = bounds[at] ?? 0
    const to = bounds[at + 1] ?? from
    if (sampledShare >= 1) {
      if (count > 0) addSpan(spans, from, to)
      continue
    }
    // All events are divided into `maxSpans` equal parts. A period gets a span for each part whose middle
    // event it has.
    const firstPart = Math.ceil((eventsBefore / total) * maxSpans - 0.5)
    eventsBefore += count
    const endPart = Math.ceil((eventsBefore / total) * maxSpans - 0.5)
    const parts = endPart - firstPart
    if (count === 0 || parts <= 0) continue
    const spanCount = Math.min(parts, Math.max(1, Math.floor((to - from) * sampledShare)))
    const wantedEvents = (size / maxSpans) * parts
    const length = Math.max(1, Math.round((wantedEvents * (to - from)) / count / spanCount))
    for (let index = 0; index < spanCount; index++) {
      const middle = from + ((index + 0.5) / spanCount) * (to - from)
      const start = Math.max(from, Math.floor(middle - length / 2))
      addSpan(spans, start, Math.min(to, start + length))
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
