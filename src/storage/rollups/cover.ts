import type { Span } from '../time-span.ts'

export const levelSeconds = { second: 1, minute: 60, hour: 3_600, quarter: 21_600, day: 86_400 } as const
export type Level = keyof typeof levelSeconds
/** From the longest to the shortest. */
export const levels = ['day', 'quarter', 'hour', 'minute', 'second'] as const

/** A range as whole days, quarters of days, hours and minutes, and the seconds left over at its ends. */
export type Cover = Record<Level, Span[]>

const nextFiner = { day: 'quarter', quarter: 'hour', hour: 'minute', minute: 'second' } as const

/** Covers [from, to) with as few parts as can be, none longer than `coarsest`. Spans ascend within each level. */
export function coverOf(from: number, to: number, coarsest: Level): Cover {
  const cover: Cover = { day: [], quarter: [], hour: [], minute: [], second: [] }
  divide({ from, to }, coarsest, cover)
  return cover
}

function divide({ from, to }: Span, level: Level, cover: Cover): void {
  if (from >= to) return
  if (level === 'second') {
    cover.second.push({ from, to })
    return
  }
  const length = levelSeconds[level]
  const first = Math.ceil(from / length) * length
  const last = Math.floor(to / length) * length
  if (first >= last) {
    divide({ from, to }, nextFiner[level], cover)
    return
  }
  divide({ from, to: first }, nextFiner[level], cover)
  cover[level].push({ from: first, to: last })
  divide({ from: last, to }, nextFiner[level], cover)
}

/** The longest level that no bound between the first and the last one cuts. Bounds are whole seconds. */
export function coarsestWithin(bounds: readonly number[]): Level {
  let at = 0
  let level: Level = levels[at] ?? 'second'
  let length: number = levelSeconds[level]
  for (let i = 1; i < bounds.length - 1; i++) {
    while ((bounds[i] ?? 0) % length !== 0) {
      level = levels[++at] ?? 'second'
      length = levelSeconds[level]
    }
  }
  return level
}

/**
 * A cover without minutes and seconds, and these as ends of the range, each within an hour; undefined when there is no hour in it, or
 * periods may be as short.
 */
export function withoutEnds(
  cover: Cover,
  coarsest: Level,
): { cover: Cover; ends: readonly Span[] } | undefined {
  if (coarsest === 'minute' || coarsest === 'second') return undefined
  if (cover.hour.length + cover.quarter.length + cover.day.length === 0) return undefined
  const ends: Span[] = []
  for (const { from, to } of [...cover.minute, ...cover.second].sort((a, b) => a.from - b.from)) {
    const last = ends.at(-1)
    if (last?.to === from) last.to = to
    else ends.push({ from, to })
  }
  return { cover: { ...cover, minute: [], second: [] }, ends }
}
