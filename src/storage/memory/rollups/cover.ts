import type { Span } from '../../contract/time-span.ts'

/** The lengths of tiles. Each is a multiple of the one before. */
export const levelSeconds = { second: 1, minute: 60, hour: 3_600, quarterDay: 21_600, day: 86_400 } as const
export type Level = keyof typeof levelSeconds
/** Levels for ranges, and (`fineLevels`) for the ends of ranges and for short periods, longest first. */
export const coarseLevels = ['day', 'quarterDay', 'hour'] as const
export const fineLevels = ['minute', 'second'] as const
export const levels = [...coarseLevels, ...fineLevels] as const

/** A range split into whole days, quarters of days, hours and minutes, and the seconds left at its ends. */
export type Cover = Record<Level, Span[]>

const nextFiner = { day: 'quarterDay', quarterDay: 'hour', hour: 'minute', minute: 'second' } as const

/** Covers [from, to) with the fewest parts, none longer than `coarsest`. Spans ascend within each level. */
export function coverOf({ from, to }: Span, coarsest: Level): Cover {
  const cover: Cover = { day: [], quarterDay: [], hour: [], minute: [], second: [] }
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

/** The hours that overlap a span. */
export function wholeHours({ from, to }: Span): Span {
  const { hour } = levelSeconds
  return { from: Math.floor(from / hour) * hour, to: Math.ceil(to / hour) * hour }
}

/**
 * The longest level whose tiles lie in one period each: all bounds between periods are multiples of its
 * length. A day without bounds. Bounds are whole seconds.
 */
export function coarsestWithin(bounds: readonly number[] = []): Level {
  const between = bounds.slice(1, -1)
  return levels.find(level => between.every(bound => bound % levelSeconds[level] === 0)) ?? 'second'
}
