import { readsMessages } from '../../filter/message-use.ts'
import { compileFilter } from '../sql/filter.ts'
import type { Field, Scope } from '../store.ts'
import { type Span, startsIn } from '../time-span.ts'
import { type Cover, coarsestWithin, coverOf, type Level, levelSeconds, withoutEnds } from './cover.ts'
import type { Rollup } from './rollup.ts'
import {
  fieldsOf,
  hasFewValues,
  isRollupField,
  isTag,
  keyOf,
  type RollupField,
  uniqueFields,
} from './rollup-fields.ts'
import type { Rollups } from './rollups.ts'
import { allRows, matchingRows } from './row-condition.ts'
import { targetsOf } from './targets.ts'
import { tileLength } from './tiles.ts'

/** With more fields, nearly each event is a combination of its own. */
const maxFields = 2
/** Hours whose minutes, and minutes whose seconds are kept, of fields with many values. */
const maxFineTiles = 6
/** Minutes whose seconds are kept, of other fields. */
const maxSecondTiles = 62
/** Combinations of two fields in all tiles of a range; with more, rows may as well be counted. */
const maxPairs = 150_000
/** Counts in the minutes of an hour, as a multiple of those in the hour. */
const minuteTileWeight = 20
const minutesOfHour = levelSeconds.hour / levelSeconds.minute
/** Values that a field other than a tag is assumed to have at least. */
const minValues = 1_000
/** Numbers of values, about. */
const knownValueCounts: Readonly<Partial<Record<string, number>>> = {
  severity: 8,
  facility: 24,
  status: 4,
  type: 8,
}

/** How to get the counts of a scope. */
export interface Plan {
  rollup: Rollup
  fields: readonly RollupField[]
  cover: Cover
  /** Ends of the range, each within an hour, whose rows are counted each time: their minutes would hold too many counts. */
  ends: readonly Span[]
  /** False while the predicate is not judged for all values: they may turn out not to decide it. */
  isJudged: boolean
}

/**
 * How to count a scope by fields, and by periods when there are bounds; undefined when rows have to be counted: for too many periods finer
 * than minutes, or by fields with too many values. Counts by what the predicate looks at when that is possible, since other predicates look
 * at the same; otherwise (`filtered`) by `wanted`, of the rows that fit.
 */
export function planOf(
  rollups: Rollups,
  scope: Scope,
  wanted: readonly Field[],
  bounds: readonly number[] | undefined,
  filtered: boolean,
): Plan | undefined {
  if (!wanted.every(isRollupField) || uniqueFields(wanted).length < wanted.length) return undefined
  const coarsest = bounds === undefined ? 'day' : coarsestWithin(bounds)
  const cover = coverOf(scope.from, scope.to, coarsest)
  const looked = filtered ? [] : fieldsOf(scope.predicate)
  if (looked === undefined || (filtered && compileFilter(scope.predicate).events !== '')) return undefined
  const fields = uniqueFields([...wanted, ...looked])
  // Few rows may as well be read, as long as the index finds them.
  const isQuick = rollups.hasFewRows && !readsMessages(scope.predicate)
  if ((filtered || fields.includes('template')) && isQuick) return undefined
  if (!isWorthKeeping(rollups, fields, cover)) return undefined
  const rollup = rollups.get(fields, filtered ? matchingRows(scope.predicate) : allRows)
  if (rollup === undefined) return undefined
  // Templates may leave too many doubts.
  const found = filtered ? 'filtered' : targetsOf(rollup.ids, rollup.fields, wanted.length, scope.predicate)
  if (found === undefined) return undefined
  const plan = { rollup, fields: wanted, isJudged: found !== 'unjudged' }
  if (!hasDenseMinutes(rollups, rollup, cover)) return { ...plan, cover, ends: [] }
  const short = withoutEnds(cover, coarsest)
  return short && { ...plan, ...short }
}

/** Whether the minutes of an hour would hold too many counts: with many values in many rows, nearly each row is one. */
function hasDenseMinutes(rollups: Rollups, rollup: Rollup, cover: Cover): boolean {
  if (rollup.fields.every(hasFewValues)) return false
  if (rollup.isDense) return cover.minute.length > 0
  const values = rollup.ids.size || (rollup.fields.some(isTag) ? Number.POSITIVE_INFINITY : minValues)
  return startsIn(cover.minute, levelSeconds.hour).some(start => {
    const rows = rollups.source.estimateRows(start, start + levelSeconds.hour)
    return Math.min(rows, values * minutesOfHour) > rollups.source.maxTileCounts
  })
}

/** Whether a scope is counted without a look at messages or templates. */
export function readsFieldsOnly(rollups: Rollups, scope: Scope): boolean {
  return planOf(rollups, scope, [], undefined, false)?.rollup.fields.includes('template') === false
}

function isWorthKeeping(rollups: Rollups, fields: readonly RollupField[], cover: Cover): boolean {
  if (fields.length > maxFields) return false
  const few = fields.every(hasFewValues)
  if (!few && tilesIn(cover, 'minute') > maxFineTiles) return false
  if (tilesIn(cover, 'second') > (few ? maxSecondTiles : maxFineTiles)) return false
  return fields.length <= 1 || estimateCells(rollups, fields, cover) <= maxPairs
}

/** Combinations in all tiles at most; infinitely many while a field has not been counted by. */
function estimateCells(rollups: Rollups, fields: readonly RollupField[], cover: Cover): number {
  const each = fields.reduce(
    (product, field) => product * (knownValueCounts[keyOf(field)] ?? rollups.valueCount(field)),
    1,
  )
  const whole = tilesIn(cover, 'day') + tilesIn(cover, 'quarter') + tilesIn(cover, 'hour')
  return each * (whole + minuteTileWeight * tilesIn(cover, 'minute'))
}

function tilesIn(cover: Cover, level: Level): number {
  return startsIn(cover[level], tileLength(level)).length
}
