import type { Span } from '../../contract/time-span.ts'
import type { RollupField } from '../../sql/rollup-fields.ts'
import { BoundedMatcher, matchBounds } from '../recent/bounded-matcher.ts'
import type { RecentBatch } from '../recent/recent-batch.ts'
import { valuesKey } from '../recent/values-key.ts'
import type { CountedRow } from './count-rows.ts'
import type { RowCondition } from './row-condition.ts'

const minute = 60

/**
 * The answer of `countBatches`, from rows in memory; undefined when too many rows would have to be examined.
 */
export function countRecentRows(
  fields: readonly RollupField[],
  bySecond: readonly number[],
  batches: readonly RecentBatch[],
  span: Span,
  where: RowCondition,
): CountedRow[] | undefined {
  const fine = new Set(bySecond)
  const rows = new Map<string, CountedRow>()
  const fit = new BoundedMatcher(where, matchBounds.count)
  for (const batch of batches) {
    for (let row = 0; row < batch.size; row++) {
      const second = batch.second(row)
      if (second < span.from || second >= span.to) continue
      const fits = fit.matches(batch, row)
      if (fits === undefined) return undefined
      if (!fits) continue
      const start = second - (second % minute)
      const bucket = fine.has(start) ? second : start
      const values = fields.map(field => batch.value(row, field))
      const key = `${bucket} ${valuesKey(values)}`
      const count = batch.counts[row] ?? 0
      const firsts = batch.repeats[row] === 0 ? 1 : 0
      const counted = rows.get(key)
      if (counted === undefined) rows.set(key, { bucket, values, count, firsts, last: second })
      else {
        counted.count += count
        counted.firsts += firsts
        counted.last = Math.max(counted.last, second)
      }
    }
  }
  return [...rows.values()]
}
