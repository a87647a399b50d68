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

/** Fields that one rollup counts by at most: with more, nearly each event is a combination of its own. */
const maxFields = 2
/** Hours whose minutes are kept, and minutes whose seconds are, of fields with many values. */
const maxFineTiles = 6
/** Minutes whose seconds are kept of others. */
const maxSecondTiles = 62
/** Combinations of two fields in all tiles of a range: with more, rows are as well counted. */
const maxPairs = 150_000
/** What the minutes of an hour hold, as a multiple of what the hour does. */
const minuteTileWeight = 20
/** Minutes of an hour, in which each of the values may come. */
const minutesOfHour = levelSeconds.hour / levelSeconds.minute
/** Values that a field other than a tag is thought to have at least. */
const minValues = 1_000
/** About how many values fields have that need not be counted. */
const knownValueCounts: Readonly<Partial<Record<string, number>>> = {
  severity: 8,
  facility: 24,
  status: 4,
  type: 8,
}

/** What counts of a scope can be had from. */
export interface Plan {
  rollup: Rollup
  fields: readonly RollupField[]
  cover: Cover
  /** Ends of the range whose rows are counted each time, since their minutes would hold too much. Each lies within an hour. */
  ends: readonly Span[]
  /** False while the predicate has still to be held against values of the rollup: it may turn out that they do not tell. */
  isJudged: boolean
}

/**
 * How to count a scope by fields, and by periods when there are bounds; undefined when rows have to be counted for it: too many
 * periods are finer than minutes, or it hangs on what there are too many values of. By what the predicate looks at when that is
 * possible, since other predicates look at the same; otherwise (`filtered`) by what is asked for, of the rows that fit.
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
  // Few rows are as well looked up anew, as long as the index finds them.
  const isQuick = rollups.hasFewRows && !readsMessages(scope.predicate)
  if ((filtered || fields.includes('template')) && isQuick) return undefined
  if (!isWorthKeeping(rollups, fields, cover)) return undefined
  const rollup = rollups.get(fields, filtered ? matchingRows(scope.predicate) : allRows)
  if (rollup === undefined) return undefined
  // What is known of templates may leave too many doubts.
  const found = filtered ? 'told' : targetsOf(rollup.ids, rollup.fields, wanted.length, scope.predicate)
  if (found === undefined) return undefined
  const plan = { rollup, fields: wanted, isJudged: found !== 'unjudged' }
  if (!hasDenseMinutes(rollups, rollup, cover)) return { ...plan, cover, ends: [] }
  const short = withoutEnds(cover, coarsest)
  return short && { ...plan, ...short }
}

/** Whether the minutes of an hour would hold more counts than are worth it: with many values in many rows, nearly each row is one. */
function hasDenseMinutes(rollups: Rollups, rollup: Rollup, cover: Cover): boolean {
  if (rollup.fields.every(hasFewValues)) return false
  if (rollup.isDense) return cover.minute.length > 0
  const values = rollup.values || (rollup.fields.some(isTag) ? Number.POSITIVE_INFINITY : minValues)
  return startsIn(cover.minute, levelSeconds.hour).some(start => {
    const rows = rollups.rowsIn({ from: start, to: start + levelSeconds.hour })
    return Math.min(rows, values * minutesOfHour) > rollups.maxTileCounts
  })
}

/** Whether a scope is counted by fields alone: no message and no template is looked at. */
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

/** How many combinations tiles would hold at most; no number while the values of one of the fields have not been counted yet. */
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
