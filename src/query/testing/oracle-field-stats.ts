import type { FieldStatsParams, FieldStatsResults, NumericStats } from '../../schema/query/field-stats.ts'
import type { OracleEvent } from './events.ts'
import { countIn, countsBy } from './oracle-counts.ts'
import type { OracleRange } from './oracle-range.ts'

/** The expected answer of a FieldStats query, from all occurrences. */
export function oracleFieldStats(
  matching: readonly OracleEvent[],
  { field = 'host', limit = 10 }: FieldStatsParams,
  { from, to }: OracleRange,
): FieldStatsResults {
  const ignoreEmpty = true
  const ranked = countsBy(matching, field, ignoreEmpty, from, to)
  const numbers = ranked
    .filter(({ name }) => field !== 'message' && /^-?[0-9]+(\.[0-9]+)?$/.test(String(name)))
    .flatMap(({ name, count }) => new Array<number>(count).fill(Number(name)))
    .sort((a, b) => a - b)
  return {
    totals: {
      ts_from: from,
      ts_to: to,
      total_count: countIn(matching, from, to),
      count: ranked.reduce((sum, { count }) => sum + count, 0),
      cardinality: ranked.length,
      values: ranked.slice(0, limit),
      ...(numbers.length > 0 && { numeric: statsOf(numbers) }),
    },
  }
}

function statsOf(ascending: readonly number[]): NumericStats {
  const percentile = (share: number) => ascending[Math.max(1, Math.ceil(share * ascending.length)) - 1] ?? 0
  const sum = ascending.reduce((all, number) => all + number, 0)
  return {
    count: ascending.length,
    min: ascending[0] ?? 0,
    max: ascending.at(-1) ?? 0,
    sum,
    avg: sum / ascending.length,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
  }
}
