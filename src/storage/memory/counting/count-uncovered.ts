import type { Read, Scope } from '../../contract/event-store.ts'
import type { Field, Value } from '../../contract/field.ts'
import type { ReadContext } from '../../reads/context.ts'
import { cellValue, maxGroupsSql, selectGroups } from '../../reads/counts/group-counts.ts'
import { periodColumn } from '../../reads/counts/periods.ts'
import { fieldColumn } from '../../sql/columns.ts'
import { list } from '../../sql/literal.ts'
import { branchesOf, type Part } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import { ValueIds } from '../../sql/value-ids.ts'
import { slotSize } from '../rollups/tile.ts'
import type { Sum, ValueCounts } from './sums.ts'

/** Rows of a scope that memory does not count: all rows, or the rows of `part`. */
export interface Uncovered {
  scope: Scope
  part?: Part
}

/** What to count: occurrences by fields and, if there are bounds, by periods; and further figures. */
export interface CountSpec {
  fields: readonly Field[]
  bounds?: readonly number[] | undefined
  /**
   * Besides occurrences: `firsts`, the number of first rows (events); `last`, the newest row's second. A
   * figure that is not asked for may be too low.
   */
  figures?: { firsts?: boolean; last?: boolean }
}

/** Maximum groups of one SELECT. */
const maxGroups = 200_000

/**
 * Counts the rows of several disjoint parts with one statement. Undefined if there are too many groups.
 * `others`: more SELECTs to add, with the columns period, v0, v1, ..., c (occurrences), f (first rows) and l
 * (last second).
 */
export async function countUncovered(
  context: ReadContext,
  parts: readonly Uncovered[],
  others: readonly string[],
  { fields, bounds, figures = {} }: CountSpec,
  read: Read,
): Promise<ValueCounts | undefined> {
  const period = periodColumn(bounds ?? [])
  const isOnePeriod = bounds === undefined || bounds.length <= 2
  // Groups by `period` only if needed: a second key, even a constant one, disables the engine's fast path.
  const keys = [...(isOnePeriod ? [] : ['period']), ...fields.map((_, i) => `v${i}`)]
  const columns = [
    `${isOnePeriod ? '0' : period.sql} AS period`,
    ...fields.map((field, i) => `${fieldColumn(field)} AS v${i}`),
    'sum(count) AS c',
    `${figures.firsts ? 'countIf(repeat = 0)' : '0'} AS f`,
    `${figures.last ? 'toUnixTimestamp(max(sec))' : '0'} AS l`,
  ]
  // Without GROUP BY a SELECT returns a row even if there are none to count.
  const grouping = keys.length === 0 ? 'HAVING c > 0' : `GROUP BY ${list(keys)}${maxGroupsSql(maxGroups)}`
  // In parentheses, each SELECT has its own SETTINGS (of `maxGroupsSql`).
  const selects = parts.flatMap(({ scope, part }) =>
    branchesOf(scope, context, part).map(
      branch => `(SELECT ${list(columns)} FROM ${eventsTable} WHERE ${branch} ${grouping})`,
    ),
  )
  const rows = await selectGroups(context.client, [...selects, ...others].join(' UNION ALL '), read)
  if (rows === undefined) return undefined
  const sums = new SumsByValue()
  for (const [periodValue, ...cells] of rows) {
    const [count = 0, firsts = 0, last = 0] = cells.slice(fields.length).map(Number)
    sums.add(period.index(Number(periodValue)), cells.slice(0, fields.length).map(cellValue), {
      count,
      firsts,
      last,
    })
  }
  return sums.all()
}

/** Adds up counts by period and values. */
class SumsByValue {
  readonly #ids = new ValueIds()
  readonly #sums = new Map<number, Sum>()

  add(period: number, values: readonly Value[], added: Pick<Sum, 'count' | 'firsts' | 'last'>): void {
    const id = this.#ids.idOf(values)
    const key = period * slotSize + id
    const sum = this.#sums.get(key)
    if (sum === undefined) {
      this.#sums.set(key, { period, id, count: added.count, firsts: added.firsts, last: added.last })
      return
    }
    sum.count += added.count
    sum.firsts += added.firsts
    sum.last = Math.max(sum.last, added.last)
  }

  all(): ValueCounts {
    return { sums: [...this.#sums.values()], valuesOf: id => this.#ids.valuesOf(id) }
  }
}

/** The sum of counts of disjoint rows. */
export function mergeCounts(a: ValueCounts, b: ValueCounts): ValueCounts {
  if (b.sums.length === 0) return a
  if (a.sums.length === 0) return b
  const merged = new SumsByValue()
  for (const { sums, valuesOf } of [a, b]) {
    for (const sum of sums) merged.add(sum.period, valuesOf(sum.id), sum)
  }
  return merged.all()
}
