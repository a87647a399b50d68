import { type Span, unionOf } from '../../contract/time-span.ts'
import { hasFewValues, isTag, type RollupField } from '../../sql/rollup-fields.ts'
import { type Cover, coverOf, type Level } from './cover.ts'

/** Maximum hours kept by minutes, and minutes kept by seconds, for fields with many values. */
const maxFineTiles = 6
/** Maximum minutes kept by seconds, for other fields. */
const maxSecondTiles = 62

/**
 * The tiles made of some fields for a span. For tags, whose hours may be nearly as large as days, includes
 * quarters of days.
 */
export function tilesFor(fields: readonly RollupField[], span: Span, coarsest: Level): Cover {
  const cover = coverOf(span, coarsest)
  if (fields.some(isTag)) return cover
  return { ...cover, quarterDay: [], hour: unionOf([...cover.quarterDay, ...cover.hour]) }
}

/** Whether this number of tiles of a level is kept for some fields. */
export function keepsTiles(fields: readonly RollupField[], level: Level, tiles: number): boolean {
  if (level !== 'minute' && level !== 'second') return true
  if (!fields.every(hasFewValues)) return tiles <= maxFineTiles
  return level === 'minute' || tiles <= maxSecondTiles
}
