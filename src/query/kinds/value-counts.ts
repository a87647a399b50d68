import type { Field, Value } from '../../storage/contract/field.ts'
import { type ReadContext, scopeOf } from '../kind.ts'
import { boundsWithin } from '../range/periods.ts'
import type { TimeSpan } from '../time-span.ts'
import { maxEntries, maxValues } from './limits.ts'

/** Occurrences of one period by value. */
interface PeriodCounts {
  from: number
  total: number
  values: ReadonlyMap<Value, number>
}

/** Occurrences of a span by value, including the empty value. */
export interface ValueCounts {
  total: number
  values: ReadonlyMap<Value, number>
  /** Periods with occurrences, ascending; empty if periods are not needed. */
  periods: readonly PeriodCounts[]
  /** Number of (period, value) pairs. */
  entries: number
}

/** Counts the occurrences of a slice by value; undefined if it has too many values for this process. */
export async function readCounts(
  context: ReadContext,
  field: Field,
  slice: TimeSpan,
  periodic: boolean,
): Promise<ValueCounts | undefined> {
  const bounds = periodic ? boundsWithin(context.range.bounds, slice) : undefined
  const limit = periodic ? maxEntries : maxValues
  const rows = await context.store.groupCounts(
    scopeOf(context, slice),
    { fields: [field], ignoreEmpty: false, limit: limit + 1, ...(bounds && { bounds }) },
    context.read,
  )
  if (rows.length > limit) return undefined
  const values = new Map<Value, number>()
  const periods: (PeriodCounts & { values: Map<Value, number> })[] = []
  let total = 0
  // With bounds, rows are in order of their periods.
  for (const row of rows) {
    const value = row.values[0] ?? ''
    total += row.count
    values.set(value, (values.get(value) ?? 0) + row.count)
    if (bounds === undefined) continue
    const from = bounds[row.period] ?? slice.from
    let period = periods.at(-1)
    if (period?.from !== from) {
      period = { from, total: 0, values: new Map() }
      periods.push(period)
    }
    period.total += row.count
    period.values.set(value, row.count)
  }
  return unlessTooLarge({ total, values, periods, entries: periodic ? rows.length : 0 })
}

/** The sum of the counts of two spans, as a new object; undefined if it has too many values. */
export function mergeCounts(newer: ValueCounts, older: ValueCounts): ValueCounts | undefined {
  const [small, large] = newer.values.size < older.values.size ? [newer, older] : [older, newer]
  const values = new Map(large.values)
  for (const [value, count] of small.values) values.set(value, (values.get(value) ?? 0) + count)
  return unlessTooLarge({
    total: newer.total + older.total,
    values,
    periods: [...older.periods, ...newer.periods],
    entries: newer.entries + older.entries,
  })
}

function unlessTooLarge(counts: ValueCounts): ValueCounts | undefined {
  return counts.values.size > maxValues || counts.entries > maxEntries ? undefined : counts
}
