/** Whole seconds (Unix), `from` inclusive, `to` exclusive. */
export interface Span {
  from: number
  to: number
}

export const daySeconds = 86_400
/** Microseconds per second. */
export const micro = 1_000_000

export function overlaps(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to
}

/** The smallest span that contains all of these spans. There must be at least one. */
export function hullOf(spans: readonly Span[]): Span {
  return {
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
  }
}

/** The fewest spans that have exactly the seconds of these spans, in order of time. */
export function unionOf(spans: readonly Span[]): Span[] {
  const union: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = union.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else union.push({ from, to })
  }
  return union
}

/** Fills the smallest gaps between spans in order of time until at most `max` spans are left. */
export function joinNearest(spans: readonly Span[], max: number): readonly Span[] {
  const gapBefore = (i: number) => (spans[i]?.from ?? 0) - (spans[i - 1]?.to ?? 0)
  const gaps = spans.slice(1).map((_, i) => gapBefore(i + 1))
  /** The longest gap that is filled. */
  const maxFilled = gaps.sort((a, b) => b - a)[max - 1] ?? 0
  const joined: Span[] = []
  for (const [i, { from, to }] of spans.entries()) {
    const last = joined.at(-1)
    if (last !== undefined && gapBefore(i) <= maxFilled) last.to = to
    else joined.push({ from, to })
  }
  return joined
}

/**
 * The starts of the parts of `length` seconds that contain seconds of these spans. Parts begin at multiples
 * of `length`.
 */
export function startsIn(spans: readonly Span[], length: number): number[] {
  const starts: number[] = []
  for (const { from, to } of spans) {
    for (let start = Math.floor(from / length) * length; start < to; start += length) starts.push(start)
  }
  return starts
}
