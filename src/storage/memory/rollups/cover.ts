import type { Span } from '../../contract/time-span.ts'

/**
 * The levels of tiles: the seconds of a slot, the span of each count. Each is a multiple of the previous one.
 * A tile has one slot or several: `tileLength` of tiles.ts.
 */
export const levelSeconds = { second: 1, minute: 60, hour: 3_600, quarterDay: 21_600, day: 86_400 } as const
export type Level = keyof typeof levelSeconds
/** Levels for whole ranges, longest first. */
export const coarseLevels = ['day', 'quarterDay', 'hour'] as const
/** Levels for the ends of ranges and for short periods, longest first. */
export const fineLevels = ['minute', 'second'] as const
/** All levels, longest first. */
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

/** Adds the parts of a span to `cover`, none longer than the level. */
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

/** The whole hours that overlap a span. */
export function wholeHours({ from, to }: Span): Span {
  const { hour } = levelSeconds
  return { from: Math.floor(from / hour) * hour, to: Math.ceil(to / hour) * hour }
}

/**
 * The longest level none of whose counts spans two periods: all bounds between periods (whole seconds) are
 * multiples of its length. Without such bounds it is the day.
 */
export function coarsestWithin(bounds: readonly number[] = []): Level {
  const between = bounds.slice(1, -1)
  return levels.find(level => between.every(bound => bound % levelSeconds[level] === 0)) ?? 'second'
}
