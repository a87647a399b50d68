import { type Span, unionOf } from '../time-span.ts'
import { type Cover, coverOf, type Level } from './cover.ts'
import { hasFewValues, isTag, type RollupField } from './rollup-fields.ts'

/** Hours whose minutes, and minutes whose seconds are kept, of fields with many values. */
const maxFineTiles = 6
/** Minutes whose seconds are kept, of other fields. */
const maxSecondTiles = 62

/** The tiles that are made of some fields for a span. Of tags, whose hours may be nearly as large as days, quarters of days too. */
export function tilesFor(fields: readonly RollupField[], span: Span, coarsest: Level): Cover {
  const cover = coverOf(span, coarsest)
  if (fields.some(isTag)) return cover
  return { ...cover, quarterDay: [], hour: unionOf([...cover.quarterDay, ...cover.hour]) }
}

/** Whether so many tiles of a level are kept of some fields. */
export function keepsTiles(fields: readonly RollupField[], level: Level, tiles: number): boolean {
  if (level !== 'minute' && level !== 'second') return true
  if (!fields.every(hasFewValues)) return tiles <= maxFineTiles
  return level === 'minute' || tiles <= maxSecondTiles
}
