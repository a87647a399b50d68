import { isNumeric } from '../sql/columns.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Field, GroupQuery, GroupRow, LastQuery, LastRow, Read, Scope, Value } from '../store.ts'
import { compareValues } from '../value-order.ts'
import type { Cubes } from './cubes.ts'
import { gather, planOf, type Take } from './gather.ts'

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
  { client, cubes, estimateRows }: CubeContext,
  scope: Scope,
  fields: readonly Field[],
  bounds: readonly number[] | undefined,
  read: Read,
  take: Take,
): Promise<boolean> {
  const plan = planOf(cubes, scope, fields, bounds, estimateRows)
  return plan !== undefined && (await gather(client, cubes, plan, scope, read, take))
}

export async function countedPeriods(
  context: CubeContext,
  scope: Scope,
  bounds: readonly number[],
  read: Read,
): Promise<number[] | undefined> {
  const counts = new Array<number>(Math.max(0, bounds.length - 1)).fill(0)
  const periodOf = periodsOf(bounds)
  const done = await told(context, scope, [], bounds, read, (second, _values, { count }) => {
    const period = periodOf(second)
    counts[period] = (counts[period] ?? 0) + count
  })
  return done ? counts : undefined
}

export async function countedEvents(
  context: CubeContext,
  scope: Scope,
  read: Read,
): Promise<{ firsts: number; occurrences: number } | undefined> {
  let firsts = 0
  let occurrences = 0
  const done = await told(context, scope, [], undefined, read, (_second, _values, counted) => {
    firsts += counted.firsts
    occurrences += counted.count
  })
  return done ? { firsts, occurrences } : undefined
}

export async function countedGroups(
  context: CubeContext,
  scope: Scope,
  { fields, ignoreEmpty, bounds, only, limitEach, limit }: GroupQuery,
  read: Read,
): Promise<GroupRow[] | undefined> {
  const [field] = fields
  const wanted = only && new Set(only)
  const leavesEmpty = ignoreEmpty && !isNumeric(field)
  const periodOf = bounds === undefined ? () => 0 : periodsOf(bounds)
  const rows = new GroupedRows(fields.length)
  const done = await told(context, scope, fields, bounds, read, (second, values, { count }) => {
    const [first = ''] = values
    if ((leavesEmpty && first === '') || (wanted && !wanted.has(first))) return
    rows.of(periodOf(second), values).count += count
  })
  if (!done) return undefined
  const sorted = [...rows.all()].sort(
    (a, b) => a.period - b.period || b.count - a.count || compareAll(a.values, b.values),
  )
  const each = limitEach === undefined ? sorted : firstOfEach(sorted, limitEach, fields.length - 1)
  return each.slice(0, limit)
}

export async function countedValues(
  context: CubeContext,
  scope: Scope,
  field: Field,
  ignoreEmpty: boolean,
  read: Read,
): Promise<{ values: number; count: number } | undefined> {
  const leavesEmpty = ignoreEmpty && !isNumeric(field)
  const seen = new Set<Value>()
  let count = 0
  const done = await told(context, scope, [field], undefined, read, (_second, [value = ''], counted) => {
    if (leavesEmpty && value === '') return
    seen.add(value)
    count += counted.count
  })
  return done ? { values: seen.size, count } : undefined
}

/** By whole seconds only. */
export async function lastCounted(
  context: CubeContext,
  scope: Scope,
  { field, ignoreEmpty, limit, precision }: LastQuery,
  read: Read,
): Promise<LastRow[] | undefined> {
  if (precision !== 'second') return undefined
  const leavesEmpty = ignoreEmpty && !isNumeric(field)
  const rows = new Map<Value, LastRow>()
  const done = await told(context, scope, [field], undefined, read, (_second, [value = ''], counted) => {
    if (leavesEmpty && value === '') return
    const last = counted.last * 1_000_000
    const row = rows.get(value)
    if (row === undefined) {
      rows.set(value, { value, count: counted.count, last })
      return
    }
    row.count += counted.count
    row.last = Math.max(row.last, last)
  })
  if (!done) return undefined
  return [...rows.values()].sort((a, b) => b.last - a.last || compareValues(a.value, b.value)).slice(0, limit)
}

/** The period that a second lies in. Asked in nearly ascending order, so it looks on from where it was. */
function periodsOf(bounds: readonly number[]): (second: number) => number {
  let period = 0
  return second => {
    while (period > 0 && second < (bounds[period] ?? 0)) period--
    while (period < bounds.length - 2 && second >= (bounds[period + 1] ?? 0)) period++
    return period
  }
}

/** Rows by period and values. */
class GroupedRows {
  readonly #width: number
  readonly #rows = new Map<number, Map<Value, GroupRow | Map<Value, GroupRow>>>()

  constructor(width: number) {
    this.#width = width
  }

  of(period: number, values: readonly Value[]): GroupRow {
    const [first = '', second = ''] = values
    let ofPeriod = this.#rows.get(period)
    if (ofPeriod === undefined) {
      ofPeriod = new Map()
      this.#rows.set(period, ofPeriod)
    }
    const found = ofPeriod.get(first)
    if (this.#width === 1) {
      if (found !== undefined && !(found instanceof Map)) return found
      const row = { period, values: [first], count: 0 }
      ofPeriod.set(first, row)
      return row
    }
    const ofFirst = found instanceof Map ? found : new Map<Value, GroupRow>()
    ofPeriod.set(first, ofFirst)
    let row = ofFirst.get(second)
    if (row === undefined) {
      row = { period, values: [first, second], count: 0 }
      ofFirst.set(second, row)
    }
    return row
  }

  *all(): Generator<GroupRow> {
    for (const ofPeriod of this.#rows.values()) {
      for (const found of ofPeriod.values()) {
        if (found instanceof Map) yield* found.values()
        else yield found
      }
    }
  }
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
