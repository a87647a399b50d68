import type { LastNParams, LastNResults } from '../../schema/query/last-n.ts'
import { type OracleEvent, occurrencesIn } from './events.ts'
import { byName, countsBy, valueIn } from './oracle-counts.ts'
import type { OracleRange } from './oracle-range.ts'

/** The expected answer of a LastN query, from all occurrences. */
export function oracleLastN(
  matching: readonly OracleEvent[],
  params: LastNParams,
  { from, to }: OracleRange,
): LastNResults {
  const { field = 'host', limit = 5, ignore_empty = true } = params
  const values = countsBy(matching, field, ignore_empty, from, to).map(({ name, count }) => {
    const moments = matching
      .filter(event => valueIn(event, field) === name)
      .flatMap(event => occurrencesIn(event, from, to))
    return { name, count, last_seen: Math.max(...moments) / 1_000_000 }
  })
  values.sort((a, b) => b.last_seen - a.last_seen || byName(a.name, b.name))
  return { totals: { ts_from: from, ts_to: to, values: values.slice(0, limit) } }
}
