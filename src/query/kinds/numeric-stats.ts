import { decimalNumber } from '../../filter/predicate/values.ts'
import type { NumericStats } from '../../schema/query/field-stats.ts'
import { type EventStore, maxStatsNumber, type Read, type Scope } from '../../storage/contract/event-store.ts'
import type { Field, Value } from '../../storage/contract/field.ts'

const quantiles = [0.5, 0.95, 0.99] as const

/**
 * Statistics of values with their occurrences; undefined without a number. A percentile is the smallest value
 * that its share of the numbers does not exceed.
 */
export function exactStats(values: ReadonlyMap<Value, number>): NumericStats | undefined {
  const numbers: { number: number; count: number }[] = []
  let count = 0
  for (const [value, occurrences] of values) {
    const number = typeof value === 'number' ? value : decimalNumber(value)
    if (number === undefined || Math.abs(number) > maxStatsNumber) continue
    numbers.push({ number, count: occurrences })
    count += occurrences
  }
  numbers.sort((a, b) => a.number - b.number)
  const [first] = numbers
  const last = numbers.at(-1)
  if (first === undefined || last === undefined) return undefined
  let sum = 0
  let before = 0
  const found: number[] = []
  for (const { number, count: occurrences } of numbers) {
    sum += number * occurrences
    before += occurrences
    while (found.length < quantiles.length && before >= (quantiles[found.length] ?? 1) * count)
      found.push(number)
  }
  return statsOf({ count, min: first.number, max: last.number, sum }, found, last.number)
}

export async function approximateStats(
  store: Pick<EventStore, 'numberStats'>,
  scope: Scope,
  field: Field,
  read: Read,
): Promise<NumericStats | undefined> {
  const { quantiles: found, ...stats } = await store.numberStats(scope, { field, quantiles }, read)
  if (stats.count === 0) return undefined
  return { ...statsOf(stats, found, stats.max), percentiles_approximate: true }
}

function statsOf(
  { count, min, max, sum }: Pick<NumericStats, 'count' | 'min' | 'max' | 'sum'>,
  [p50, p95, p99]: readonly number[],
  otherwise: number,
): NumericStats {
  return {
    count,
    min,
    max,
    sum,
    avg: sum / count,
    p50: p50 ?? otherwise,
    p95: p95 ?? otherwise,
    p99: p99 ?? otherwise,
  }
}
