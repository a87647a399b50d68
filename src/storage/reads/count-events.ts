import { rowsFrom } from '../sql/scope.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read, Scope } from '../store.ts'
import type { Span } from '../time-span.ts'
import { startedBefore } from './page-by-first.ts'

/** Events by their first rows, plus those that began before the range and went on in it, without a range none. */
export async function countEvents(
  client: SqlClient,
  window: number,
  scope: Scope,
  range: Span | undefined,
  read: Read,
): Promise<{ events: number; occurrences: number }> {
  const parts = [
    `SELECT countIf(repeat = 0), sum(count) FROM ${rowsFrom(scope, window, ['repeat', 'count'])}`,
  ]
  if (scope.from === range?.from) parts.push(selectEarlierEvents(window, scope, range))
  const rows = await client.select(parts.join(' UNION ALL '), read)
  let events = 0
  let occurrences = 0
  for (const [first, second] of rows) {
    events += Number(first)
    occurrences += Number(second)
  }
  return { events, occurrences }
}

/** The columns of countRest (rollups/count-rest.ts) with the events that began before the range and went on in it. */
export function selectEarlierFirsts(window: number, scope: Scope, { to }: Span): string {
  return `SELECT 0 AS period, 0 AS c, uniqExact(id) AS f, 0 AS l ${startedBefore({ window }, { ...scope, to })}`
}

/** They have a row within one deduplication window of the range's start: only there ids are counted. */
function selectEarlierEvents(window: number, scope: Scope, { to }: Span): string {
  return `SELECT uniqExact(id), 0 ${startedBefore({ window }, { ...scope, to })}`
}
