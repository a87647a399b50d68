import { readsMessages } from '../../../filter/predicate/message-use.ts'
import type { Scope } from '../../contract/event-store.ts'
import type { Field } from '../../contract/field.ts'
import { startsIn } from '../../contract/time-span.ts'
import { compileFilter } from '../../sql/filter.ts'
import { fieldsOf, isRollupField, keyOf, type RollupField, uniqueFields } from '../../sql/rollup-fields.ts'
import { coarseLevels, coarsestWithin, type Level } from '../rollups/cover.ts'
import { keepsTiles, tilesFor } from '../rollups/missing-tiles.ts'
import type { CountedRows, Rollups } from '../rollups/rollups.ts'
import { allRows, matchingRows } from '../rollups/row-condition.ts'
import { tileLength } from '../rollups/tiles.ts'

/** With more fields, nearly every event is a separate combination. */
const maxFields = 2
/** Maximum combinations of two fields in all tiles of a range; with more, rows may as well be counted. */
const maxPairs = 150_000
/** Approximate numbers of values. */
export const knownValueCounts: Readonly<Partial<Record<string, number>>> = {
  severity: 8,
  facility: 24,
  status: 4,
  type: 8,
}

/** Counts that can answer a scope. */
export interface Plan extends CountedRows {
  /** The fields to count by; they are the first of `fields`. */
  wanted: readonly RollupField[]
  /** Maximum length of tiles. */
  coarsest: Level
}

/**
 * The counts in memory that can answer a scope by fields, and by periods when there are bounds, the best
 * first: counts by the fields of the predicate, which serve other predicates too; then counts of the matching
 * rows.
 */
export function plansFor(
  rollups: Rollups,
  scope: Scope,
  wanted: readonly Field[],
  bounds: readonly number[] | undefined,
): Plan[] {
  if (!wanted.every(isRollupField) || uniqueFields(wanted).length < wanted.length) return []
  const { predicate } = scope
  const coarsest = coarsestWithin(bounds)
  // Few rows may as well be read, if the index finds them.
  const isQuick = rollups.hasFewRows && !readsMessages(predicate)
  const plans: Plan[] = []
  const looked = fieldsOf(predicate)
  if (looked !== undefined) {
    const fields = uniqueFields([...wanted, ...looked])
    if (!(isQuick && fields.includes('template'))) plans.push({ wanted, fields, where: allRows, coarsest })
    if (looked.length > 0 && !isQuick && compileFilter(predicate).events === '')
      plans.push({ wanted, fields: wanted, where: matchingRows(predicate), coarsest })
  }
  return plans.filter(plan => isWorthKeeping(rollups, plan, scope))
}

function isWorthKeeping(rollups: Rollups, { fields, where, coarsest }: Plan, scope: Scope): boolean {
  if (fields.length > maxFields || rollups.isExcluded(fields, where)) return false
  const tiles = startsIn([scope], tileLength(coarsest)).length
  if (!keepsTiles(fields, coarsest, tiles)) return false
  return fields.length <= 1 || estimateCells(rollups, fields, scope, coarsest) <= maxPairs
}

/** Upper bound of combinations in all tiles; infinite while a field has not been counted. */
function estimateCells(
  rollups: Rollups,
  fields: readonly RollupField[],
  scope: Scope,
  coarsest: Level,
): number {
  const cover = tilesFor(fields, scope, coarsest)
  const tiles = coarseLevels.map(level => startsIn(cover[level], tileLength(level)).length)
  const each = fields.reduce(
    (product, field) => product * (knownValueCounts[keyOf(field)] ?? rollups.valueCount(field)),
    1,
  )
  return each * tiles.reduce((sum, count) => sum + count, 0)
}
