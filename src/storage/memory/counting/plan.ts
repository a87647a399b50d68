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
const maxCombinations = 150_000
/** About the maximum number of values of each field that has few. */
export const knownValueCounts: Readonly<Partial<Record<string, number>>> = {
  severity: 8,
  facility: 24,
  status: 4,
  type: 8,
}

/** A rollup that can count a scope; it may not exist, or may lack tiles. */
export interface Plan extends CountedRows {
  /** The fields to count by; they are the first of `fields`. */
  wanted: readonly RollupField[]
  /** Maximum length of tiles. */
  coarsest: Level
}

/**
 * The rollups that can count a scope by fields (and by periods if there are bounds), best first: a rollup of
 * all rows that counts by the fields of the predicate too, which serves other predicates; then a rollup of
 * only the matching rows.
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
  // The engine counts few rows quickly each time, unless their messages must be read.
  const isQuick = rollups.hasFewRows && !readsMessages(predicate)
  const plans: Plan[] = []
  const filterFields = fieldsOf(predicate)
  if (filterFields !== undefined) {
    const fields = uniqueFields([...wanted, ...filterFields])
    if (!(isQuick && fields.includes('template'))) plans.push({ wanted, fields, where: allRows, coarsest })
    if (filterFields.length > 0 && !isQuick && compileFilter(predicate).events === '')
      plans.push({ wanted, fields: wanted, where: matchingRows(predicate), coarsest })
  }
  return plans.filter(plan => isWorthKeeping(rollups, plan, scope))
}

/** Whether memory may keep the tiles of a plan. */
function isWorthKeeping(rollups: Rollups, { fields, where, coarsest }: Plan, scope: Scope): boolean {
  if (fields.length > maxFields || rollups.isExcluded(fields, where)) return false
  const tiles = startsIn([scope], tileLength(coarsest)).length
  if (!keepsTiles(fields, coarsest, tiles)) return false
  return fields.length <= 1 || estimateCombinations(rollups, fields, scope, coarsest) <= maxCombinations
}

/**
 * About the maximum combinations in all tiles of a scope; infinite while no rollup has counted by a field.
 */
function estimateCombinations(
  rollups: Rollups,
  fields: readonly RollupField[],
  scope: Scope,
  coarsest: Level,
): number {
  const cover = tilesFor(fields, scope, coarsest)
  const tilesByLevel = coarseLevels.map(level => startsIn(cover[level], tileLength(level)).length)
  const combinationsPerTile = fields.reduce(
    (product, field) => product * (knownValueCounts[keyOf(field)] ?? rollups.valueCount(field)),
    1,
  )
  return combinationsPerTile * tilesByLevel.reduce((sum, count) => sum + count, 0)
}
