import { isNumeric } from '../sql/columns.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Field, GroupQuery, GroupRow, LastQuery, LastRow, Read, Scope, Value } from '../store.ts'
import { compareValues } from '../value-order.ts'
import type { Cubes } from './cubes.ts'
import { type Gathered, gather, planOf } from './gather.ts'

const micro = 1_000_000

/** What reads from cubes need. */
export interface CubeContext {
  client: SqlClient
  cubes: Cubes
  estimateRows(from: number, to: number): number
}

/**
 * The reads of the store that count, answered from cubes. Each answers undefined when rows have to be counted for it; what they
 * answer is what the SQL of storage/reads would.
 */
async function told(
  { cubes }: CubeContext,
  scope: Scope,
  fields: readonly Field[],
  bounds: readonly number[] | undefined,
  read: Read,
): Promise<readonly Gathered[] | undefined> {
  const plan = planOf(cubes, scope, fields, bounds)
  return plan && (await gather(cubes, plan, scope, bounds, read))
}

export async function countedPeriods(
  context: CubeContext,
  scope: Scope,
  bounds: readonly number[],
  read: Read,
): Promise<number[] | undefined> {
  const gathered = await told(context, scope, [], bounds, read)
  if (gathered === undefined) return undefined
  const counts = new Array<number>(Math.max(0, bounds.length - 1)).fill(0)
  for (const { period, count } of gathered) counts[period] = (counts[period] ?? 0) + count
  return counts
}

export async function countedEvents(
  context: CubeContext,
  scope: Scope,
  read: Read,
): Promise<{ firsts: number; occurrences: number } | undefined> {
  const gathered = await told(context, scope, [], undefined, read)
  return gathered?.reduce(
    (sum, { firsts, count }) => ({ firsts: sum.firsts + firsts, occurrences: sum.occurrences + count }),
    { firsts: 0, occurrences: 0 },
  )
}

/**
 * Whether events of the scope may have more rows than their first one within [from, to), rounded out to whole minutes: false is
 * certain.
 */
export async function mayRepeat(context: CubeContext, scope: Scope, read: Read): Promise<boolean> {
  const { from, to, predicate } = scope
  const around = { from: Math.floor(from / 60) * 60, to: Math.ceil(to / 60) * 60, predicate }
  const counted = await countedEvents(context, around, read)
  // Each row counts for one at least.
  return counted === undefined || counted.occurrences > counted.firsts
}

export async function countedGroups(
  context: CubeContext,
  scope: Scope,
  { fields, ignoreEmpty, bounds, only, limitEach, limit }: GroupQuery,
  read: Read,
): Promise<GroupRow[] | undefined> {
  const gathered = await told(context, scope, fields, bounds, read)
  if (gathered === undefined) return undefined
  const wanted = only && new Set(only)
  const leavesEmpty = ignoreEmpty && !isNumeric(fields[0])
  const left = gathered.filter(({ values: [first = ''] }) => {
    return !(leavesEmpty && first === '') && (wanted === undefined || wanted.has(first))
  })
  const sorted = grouped(left, fields.length).sort(
    (a, b) => a.period - b.period || b.count - a.count || compareAll(a.values, b.values),
  )
  const each = limitEach === undefined ? sorted : firstOfEach(sorted, limitEach, fields.length - 1)
  return each.slice(0, limit)
}

/** By the first so many values: those behind them were only looked at. */
function grouped(gathered: readonly Gathered[], fields: number): GroupRow[] {
  if ((gathered[0]?.values.length ?? 0) <= fields) {
    return gathered.map(({ period, values, count }) => ({ period, values: [...values], count }))
  }
  const rows = new Map<string, GroupRow>()
  for (const { period, values, count } of gathered) {
    const own = values.slice(0, fields)
    const key = JSON.stringify([period, ...own])
    const row = rows.get(key)
    if (row === undefined) rows.set(key, { period, values: own, count })
    else row.count += count
  }
  return [...rows.values()]
}

export async function countedValues(
  context: CubeContext,
  scope: Scope,
  field: Field,
  ignoreEmpty: boolean,
  read: Read,
): Promise<{ values: number; count: number } | undefined> {
  const gathered = await told(context, scope, [field], undefined, read)
  if (gathered === undefined) return undefined
  const leavesEmpty = ignoreEmpty && !isNumeric(field)
  const counted = gathered.filter(({ values: [value = ''] }) => !(leavesEmpty && value === ''))
  return {
    values: new Set(counted.map(({ values: [value] }) => value)).size,
    count: counted.reduce((sum, { count }) => sum + count, 0),
  }
}

/** By whole seconds only. */
export async function lastCounted(
  context: CubeContext,
  scope: Scope,
  { field, ignoreEmpty, limit, precision }: LastQuery,
  read: Read,
): Promise<LastRow[] | undefined> {
  if (precision !== 'second') return undefined
  const gathered = await told(context, scope, [field], undefined, read)
  if (gathered === undefined) return undefined
  const leavesEmpty = ignoreEmpty && !isNumeric(field)
  const rows = new Map<Value, LastRow>()
  for (const { values, count, last: second } of gathered) {
    const [value = ''] = values
    if (leavesEmpty && value === '') continue
    const row = rows.get(value)
    const last = second * micro
    rows.set(value, {
      value,
      count: count + (row?.count ?? 0),
      last: Math.max(last, row?.last ?? last),
    })
  }
  return [...rows.values()].sort((a, b) => b.last - a.last || compareValues(a.value, b.value)).slice(0, limit)
}

function compareAll(a: readonly Value[], b: readonly Value[]): number {
  return compareValues(a[0] ?? '', b[0] ?? '') || compareValues(a[1] ?? '', b[1] ?? '')
}

/** The first n of each period, or of each (period, first value) when `shared` is 1; of all without periods and shared values. */
function firstOfEach(sorted: readonly GroupRow[], n: number, shared: number): GroupRow[] {
  const taken = new Map<string, number>()
  return sorted.filter(({ period, values }) => {
    const key = shared === 0 ? `${period}` : `${period} ${typeof values[0]} ${values[0]}`
    const count = taken.get(key) ?? 0
    taken.set(key, count + 1)
    return count < n
  })
}
