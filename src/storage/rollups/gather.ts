import { ContendedError } from '../append-follower.ts'
import type { Field, Read, Scope } from '../store.ts'
import { countRows } from './count-rows.ts'
import { coarsestWithin, levelSeconds } from './cover.ts'
import { type Plan, planOf } from './plan.ts'
import { predicateVerdicts } from './predicate-verdicts.ts'
import { TooDenseError, TooManyValuesError } from './rollup-errors.ts'
import type { Rollups } from './rollups.ts'
import { everything, undecidedRows } from './row-condition.ts'
import { type GatheredCounts, periodsOf, sumTiles, TooManySumsError } from './sums.ts'
import { mergeCounts, SumsByValue } from './sums-by-value.ts'
import { targetsOf, type Undecided } from './targets.ts'

/** The first visit may bring new values, which have to be judged before the next one. */
const maxVisits = 3
/** Errors after which the engine counts the rows instead. */
const uncountable = [ContendedError, TooDenseError, TooManySumsError]
/** Counts of undecided rows that are made by one statement and not kept. */
const maxRowsOnce = 400_000

/** All counts of a scope; undefined when rows have to be counted for it. */
export async function gatherCounts(
  rollups: Rollups,
  scope: Scope,
  fields: readonly Field[],
  bounds: readonly number[] | undefined,
  read: Read,
): Promise<GatheredCounts | undefined> {
  try {
    for (const filtered of [false, true]) {
      const plan = planOf(rollups, scope, fields, bounds, filtered)
      // A question that is asked once may as well be counted once.
      if (plan === undefined || (filtered && !rollups.isRepeat(plan.rollup.fields, plan.rollup.where, scope)))
        continue
      const gathered = await executePlan(rollups, plan, scope, bounds, read)
      if (gathered !== undefined) return gathered
    }
    return undefined
  } finally {
    rollups.evict()
  }
}

/** The certain counts of a plan, and the rows that are undecided; undefined when the plan cannot be executed. */
async function countCertain(
  rollups: Rollups,
  { rollup, fields, cover, ends }: Plan,
  scope: Scope,
  bounds: readonly number[] | undefined,
  read: Read,
): Promise<{ gathered: GatheredCounts; undecided: Undecided | undefined } | undefined> {
  const predicate = rollup.where.sql === '' ? scope.predicate : everything
  const look = () =>
    rollup.visit(cover, ends, read, (runs, ids) => {
      const found = targetsOf(ids, rollup.fields, fields.length, predicate)
      if (found === undefined || found === 'unjudged') return found
      const { targets, undecided } = found
      const added = sumTiles(runs, bounds, targets)
      const gathered: GatheredCounts = {
        get sums() {
          return added.sums
        },
        counts: added.counts,
        valuesOf: targets.valuesOf,
      }
      return { gathered, undecided }
    })
  try {
    // Judges outside of the rollup's mutex, for which others wait. Values may come in meanwhile.
    for (let visit = 0; visit < maxVisits; visit++) {
      if (predicate.kind !== 'const')
        await predicateVerdicts(rollup.ids, rollup.fields, predicate).judgeAll(read.signal)
      const found = await look()
      if (found !== 'unjudged') return found
    }
    return undefined
  } catch (error) {
    if (error instanceof TooManyValuesError) rollups.exclude(rollup)
    else if (!uncountable.some(type => error instanceof type)) throw error
    return undefined
  }
}

async function executePlan(
  rollups: Rollups,
  plan: Plan,
  scope: Scope,
  bounds: readonly number[] | undefined,
  read: Read,
): Promise<GatheredCounts | undefined> {
  const { fields } = plan
  const found = await countCertain(rollups, plan, scope, bounds, read)
  if (found?.undecided === undefined) return found?.gathered
  const where = undecidedRows(scope.predicate, found.undecided)
  const rest = rollups.isRepeat(fields, where, scope) ? rollups.get(fields, where) : undefined
  if (rest !== undefined) {
    const undecided = await executePlan(rollups, { ...plan, rollup: rest }, scope, bounds, read)
    return undecided && mergeCounts(found.gathered, undecided)
  }
  const choice = { settled: [scope], where: where.sql, shouldSplit: true }
  const length = levelSeconds[bounds === undefined ? 'day' : coarsestWithin(bounds)]
  const rows = await countRows(rollups.source.client, fields, length, choice, maxRowsOnce, read)
  if (rows === undefined) return undefined
  const periodOf = periodsOf(bounds)
  const sums = new SumsByValue()
  for (const row of rows) sums.add(periodOf(Math.max(scope.from, row.bucket)), row.values, row)
  return mergeCounts(found.gathered, sums.all())
}
