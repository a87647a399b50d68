import { type Span, startsIn, unionOf } from '../../contract/time-span.ts'
import { hasFewValues, isTag, type RollupField } from '../../sql/rollup-fields.ts'
import { type Cover, coarseLevels, coverOf, fineLevels, type Level, levelSeconds } from './cover.ts'
import type { Rollup } from './rollup.ts'
import type { RollupSource } from './rollup-source.ts'
import { tileLength, tileStart } from './tiles.ts'

/** Maximum counts (12 bytes each) in all tiles of a level that are made for one request. */
const maxCounts = 1_000_000
/** A rollup is assumed to get at least this number of values, unless all its fields have few. */
const minAssumedValues = 1_000

/** The tiles that a request asks for. */
export interface RequestedTiles {
  rollup: Rollup
  span: Span
  /** Maximum length of tiles. */
  coarsest: Level
  /** Whether the question is watched: its ends and periods then also get tiles of minutes and seconds. */
  isWatched: boolean
  /**
   * Start of the oldest tile made per level. Tiles are made newest first, so this and newer tiles are not
   * made again, even if one was dropped since.
   */
  made: Partial<Record<Level, number>>
}

/** The tiles that the next statement makes: the newest missing ones of a level. */
export interface MissingTiles {
  level: Level
  /** First seconds of the tiles, descending. */
  starts: readonly number[]
  /** Estimated rows that the statement reads, at most the `maxRows` of the caller. */
  rows: number
}

/**
 * The tiles of the next statement, of at most `maxRows` rows unless one tile has more; undefined when no tile
 * is missing.
 */
export function missingTiles(
  source: Pick<RollupSource, 'estimateRows'>,
  request: RequestedTiles,
  maxRows: number,
): MissingTiles | undefined {
  for (const level of [...coarseLevels, ...(request.isWatched ? fineLevels : [])]) {
    const starts = missingOf(source, request, level)
    if (starts.length === 0) continue
    const length = tileLength(level)
    const rowsPerTile = Math.max(1, ...starts.map(start => source.estimateRows(start, start + length)))
    const newest = starts.slice(0, Math.max(1, Math.floor(maxRows / rowsPerTile)))
    return { level, starts: newest, rows: Math.min(maxRows, rowsPerTile * newest.length) }
  }
  return undefined
}

/**
 * Starts of missing tiles of a level, descending. For minutes and seconds, includes the tiles at and next to
 * both ends, since ranges move, unless the tiles would then be too many. Empty if even the needed tiles are
 * too many.
 */
function missingOf(
  source: Pick<RollupSource, 'estimateRows'>,
  { rollup, span, coarsest, made }: RequestedTiles,
  level: Level,
): number[] {
  const length = tileLength(level)
  const fits = (starts: readonly number[]) => isWithinBounds(source, rollup, level, starts)
  const needed = startsIn(tilesFor(rollup.fields, span, coarsest)[level], length)
  if (!fits(needed)) return []
  const isFine = fineLevels.some(fine => fine === level)
  const around = (end: number) => [end - length, end, end + length].map(second => tileStart(second, level))
  const inAdvance = isFine ? [...around(span.from), ...around(span.to)] : []
  const all = [...new Set([...needed, ...inAdvance])]
  const starts = fits(all) ? all : needed
  const oldestMade = made[level] ?? Number.POSITIVE_INFINITY
  const isMissing = (start: number) =>
    start < oldestMade &&
    !rollup.has({ level, start }) &&
    // Shorter tiles may already cover a coarse one.
    (isFine || !rollup.covers({ from: start, to: start + length }, level))
  return starts.filter(isMissing).sort((a, b) => b - a)
}

/** Whether the tiles and their counts are few enough to be kept. */
function isWithinBounds(
  { estimateRows }: Pick<RollupSource, 'estimateRows'>,
  { fields, ids }: Rollup,
  level: Level,
  starts: readonly number[],
): boolean {
  if (!keepsTiles(fields, level, starts.length)) return false
  if (fields.every(hasFewValues)) return true
  const length = tileLength(level)
  const slots = length / levelSeconds[level]
  const maxCountsOfTile = slots * Math.max(ids.size, minAssumedValues)
  const countsOf = (start: number) => Math.min(maxCountsOfTile, estimateRows(start, start + length))
  return starts.reduce((sum, start) => sum + countsOf(start), 0) <= maxCounts
}

/** Maximum tiles of minutes, and of seconds, for a range and fields with many values. */
const maxFineTilesPerRange = 6
/** Maximum tiles of seconds for a range and other fields. */
const maxSecondTilesPerRange = 62

/**
 * The tiles made of some fields for a span. Only for tags they include quarters of days: an hour of a tag may
 * have nearly as many values as a day, so hours would take much more memory.
 */
export function tilesFor(fields: readonly RollupField[], span: Span, coarsest: Level): Cover {
  const cover = coverOf(span, coarsest)
  if (fields.some(isTag)) return cover
  return { ...cover, quarterDay: [], hour: unionOf([...cover.quarterDay, ...cover.hour]) }
}

/** Whether this number of tiles of a level is kept for a range and some fields. */
export function keepsTiles(fields: readonly RollupField[], level: Level, tiles: number): boolean {
  if (level !== 'minute' && level !== 'second') return true
  if (!fields.every(hasFewValues)) return tiles <= maxFineTilesPerRange
  return level === 'minute' || tiles <= maxSecondTilesPerRange
}
