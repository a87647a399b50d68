/** Whole seconds, `from` inclusive, `to` exclusive. */
export interface Span {
  from: number
  to: number
}

/** Lengths of tiles, seconds. */
export const lengths = { minute: 60, hour: 3_600, day: 86_400 } as const
export type Level = keyof typeof lengths

/** A range as tiles of whole days, hours and minutes, and what is left over at its ends: less than a minute each. */
export interface Cover {
  day: Span[]
  hour: Span[]
  minute: Span[]
  rest: Span[]
}

const finerThan = { day: 'hour', hour: 'minute', minute: 'rest' } as const

/** Covers [from, to) with tiles no longer than `coarsest`, as few as can be. Spans ascend within each level. */
export function coverOf(from: number, to: number, coarsest: Level): Cover {
  const cover: Cover = { day: [], hour: [], minute: [], rest: [] }
  divide({ from, to }, coarsest, cover)
  return cover
}

function divide({ from, to }: Span, level: Level | 'rest', cover: Cover): void {
  if (from >= to) return
  if (level === 'rest') {
    cover.rest.push({ from, to })
    return
  }
  const length = lengths[level]
  const first = Math.ceil(from / length) * length
  const last = Math.floor(to / length) * length
  if (first >= last) {
    divide({ from, to }, finerThan[level], cover)
    return
  }
  divide({ from, to: first }, finerThan[level], cover)
  cover[level].push({ from: first, to: last })
  divide({ from: last, to }, finerThan[level], cover)
}

/** The longest tiles that no bound between the first and the last one cuts; undefined when they cut even minutes. */
export function coarsestWithin(bounds: readonly number[]): Level | undefined {
  const inner = bounds.slice(1, -1)
  const order = ['day', 'hour', 'minute'] as const
  return order.find(level => inner.every(bound => bound % lengths[level] === 0))
}

/** The starts of the tiles of a level in these spans. */
export function startsIn(spans: readonly Span[], length: number): number[] {
  const starts: number[] = []
  for (const { from, to } of spans) {
    for (let start = Math.floor(from / length) * length; start < to; start += length) starts.push(start)
  }
  return starts
}

/** Starts of tiles, ascending, as spans of neighbours. */
export function spansOf(starts: readonly number[], length: number): Span[] {
  const spans: Span[] = []
  for (const start of starts) {
    const last = spans.at(-1)
    if (last?.to === start) last.to = start + length
    else spans.push({ from: start, to: start + length })
  }
  return spans
}
