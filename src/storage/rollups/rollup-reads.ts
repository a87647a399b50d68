import { firstN } from '../first-n.ts'
import { compareGroups, limitGroups } from '../reads/group-order.ts'
import { isNumeric } from '../sql/columns.ts'
import type { SqlClient } from '../sql-client.ts'
import type {
  Field,
  GroupQuery,
  GroupRow,
  LastQuery,
  LastRow,
  Read,
  Scope,
  TopAnswer,
  TopQuery,
} from '../store.ts'
import { micro } from '../time-span.ts'
import { compareValues } from '../value-order.ts'
import { gatherCounts } from './gather.ts'
import { readsFieldsOnly } from './plan.ts'
import type { Rollups } from './rollups.ts'
import { everything } from './row-condition.ts'
import type { GatheredCounts, Sum } from './sums.ts'

export interface RollupContext {
  client: SqlClient
  rollups: Rollups
  estimateRows(from: number, to: number): number
}

/*
 * The reads of the store that count, answered from rollups. Each answers undefined when rows have to be counted for it; what they
 * answer is what the SQL of storage/reads would.
 */

export async function rollupPeriods(
  context: RollupContext,
  scope: Scope,
  bounds: readonly number[],
  read: Read,
): Promise<number[] | undefined> {
  const gathered = await gatherCounts(context.rollups, scope, [], bounds, read)
  if (gathered === undefined) return undefined
  if (gathered.counts?.length === bounds.length - 1) return Array.from(gathered.counts)
  const counts = new Array<number>(Math.max(0, bounds.length - 1)).fill(0)
  for (const { period, count } of gathered.sums) counts[period] = (counts[period] ?? 0) + count
  return counts
}

export async function rollupEvents(
  context: RollupContext,
  scope: Scope,
  read: Read,
): Promise<{ firsts: number; occurrences: number } | undefined> {
  const gathered = await gatherCounts(context.rollups, scope, [], undefined, read)
  return gathered?.sums.reduce(
    (sum, { firsts, count }) => ({ firsts: sum.firsts + firsts, occurrences: sum.occurrences + count }),
    { firsts: 0, occurrences: 0 },
  )
}

/**
 * Whether events of the scope may have more rows than their first one within [from, to), rounded out to minutes; false is certain. For
 * filters of messages it is enough that no event at all has.
 */
export async function mayRepeat(context: RollupContext, scope: Scope, read: Read): Promise<boolean> {
  const [from, to] = [Math.floor(scope.from / 60) * 60, Math.ceil(scope.to / 60) * 60]
  const predicate = readsFieldsOnly(context.rollups, scope) ? scope.predicate : everything
  const around = { from, to, predicate }
  const counted = await rollupEvents(context, around, read)
  // Each row counts for one at least.
  return counted === undefined || counted.occurrences > counted.firsts
}

export async function rollupGroups(
  context: RollupContext,
  scope: Scope,
  query: GroupQuery,
  read: Read,
): Promise<GroupRow[] | undefined> {
  const { fields, ignoreEmpty, bounds, only, limitEach, limit } = query
  const gathered = await gatherCounts(context.rollups, scope, fields, bounds, read)
  if (gathered === undefined) return undefined
  const wanted = only && new Set(only)
  const leavesEmpty = ignoreEmpty && !isNumeric(fields[0])
  const left: GroupRow[] = []
  for (const { period, id, count } of gathered.sums) {
    const values = gathered.valuesOf(id)
    const [first = ''] = values
    if ((leavesEmpty && first === '') || (wanted !== undefined && !wanted.has(first))) continue
    left.push({ period, values: [...values], count })
  }
  return limitEach === undefined ? firstN(left, limit, compareGroups) : limitGroups(left, query)
}

export async function rollupTop(
  context: RollupContext,
  scope: Scope,
  { field, ignoreEmpty, limit }: TopQuery,
  read: Read,
): Promise<TopAnswer | undefined> {
  const gathered = await gatherCounts(context.rollups, scope, [field], undefined, read)
  if (gathered === undefined) return undefined
  const sums = withoutEmpty(gathered, field, ignoreEmpty)
  const named = ({ id, count }: Sum) => ({ value: gathered.valuesOf(id)[0] ?? '', count })
  const compare = (a: Sum, b: Sum) => b.count - a.count || compareValues(named(a).value, named(b).value)
  return {
    rows: firstN(sums, limit, compare).map(named),
    values: sums.length,
    count: sums.reduce((all, { count }) => all + count, 0),
  }
}

/** The values that came last, by whole seconds, with all that came in the same second as the last of them. */
export async function rollupLastSeconds(
  context: RollupContext,
  scope: Scope,
  { field, ignoreEmpty, limit }: LastQuery,
  read: Read,
): Promise<LastRow[] | undefined> {
  const gathered = await gatherCounts(context.rollups, scope, [field], undefined, read)
  if (gathered === undefined) return undefined
  const sums = withoutEmpty(gathered, field, ignoreEmpty)
  const oldest = firstN(sums, limit, (a, b) => b.last - a.last).at(-1)
  return sums
    .filter(({ last }) => oldest !== undefined && last >= oldest.last)
    .map(({ id, count, last }) => ({ value: gathered.valuesOf(id)[0] ?? '', count, last: last * micro }))
    .sort((a, b) => b.last - a.last || compareValues(a.value, b.value))
}

function withoutEmpty(
  { sums, valuesOf }: GatheredCounts,
  field: Field,
  ignoreEmpty: boolean,
): readonly Sum[] {
  if (!ignoreEmpty || isNumeric(field)) return sums
  const empty = sums.findIndex(({ id }) => valuesOf(id)[0] === '')
  return empty < 0 ? sums : sums.toSpliced(empty, 1)
}
