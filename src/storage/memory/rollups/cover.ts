import type { Span } from '../../contract/time-span.ts'

/**
 * Seconds of a slot of each level; each is a multiple of the previous one. A rollup keeps its counts in
 * tiles, each for a fixed span of time, and counts by slots in it. A tile of the level day, quarterDay or
 * hour has one slot; a tile of minutes has the 60 slots of an hour, and a tile of seconds the 60 slots of a
 * minute (`tileLength` in tiles.ts).
 */
export const levelSeconds = { second: 1, minute: 60, hour: 3_600, quarterDay: 21_600, day: 86_400 } as const
export type Level = keyof typeof levelSeconds
/** Levels for whole ranges, longest first. */
export const coarseLevels = ['day', 'quarterDay', 'hour'] as const
/** Levels for the ends of ranges and for short periods, longest first. */
export const fineLevels = ['minute', 'second'] as const
/** All levels, longest first. */
export const levels = [...coarseLevels, ...fineLevels] as const

/**
 * A range split by level: the spans of whole days in it, then of whole quarters of days, hours and minutes,
 * and the seconds left at its ends.
 */
export type Cover = Record<Level, Span[]>

const nextFiner = { day: 'quarterDay', quarterDay: 'hour', hour: 'minute', minute: 'second' } as const

/**
 * Covers [from, to) with the fewest slots, none longer than `coarsest`. Spans ascend within each level.
 *
 * Example: 09:58:30 to 12:00:00 is a span of seconds up to 09:59:00, one of minutes up to 10:00:00, and one
 * of two hours.
 */
export function coverOf({ from, to }: Span, coarsest: Level): Cover {
  const cover: Cover = { day: [], quarterDay: [], hour: [], minute: [], second: [] }
  divide({ from, to }, coarsest, cover)
  return cover
}

/** Adds a span to `cover`, with slots no longer than the level. */
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
 * The longest level none of whose slots overlaps two periods: all bounds between periods (whole seconds) are
 * multiples of its length. The day if there is only one period.
 */
export function coarsestWithin(bounds: readonly number[] = []): Level {
  const between = bounds.slice(1, -1)
  return levels.find(level => between.every(bound => bound % levelSeconds[level] === 0)) ?? 'second'
}
