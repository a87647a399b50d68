import type { TimeSpan } from '../time-span.ts'

/** Maximum spans of a sample. The shortest reads 8,192 rows, so more spans would cost far more. */
const maxSpans = 16

/**
 * Chooses spans of whole seconds with about `size` events in total, spread evenly over the events: a period
 * with twice as many events contributes twice as many. `bounds`: bounds of the periods in Unix seconds, one
 * more than `counts`.
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
    // Divides all events into `maxSpans` equal parts. Each part has a span in the period of its middle event:
    // of part i, the event number (i + 0.5) / maxSpans * total.
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

/** Appends a span, or extends the last one if they touch. */
function addSpan(spans: TimeSpan[], from: number, to: number): void {
  const last = spans.at(-1)
  if (last !== undefined && last.to >= from) last.to = Math.max(last.to, to)
  else if (from < to) spans.push({ from, to })
}
