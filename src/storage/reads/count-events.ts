import { rowsFrom } from '../sql/scope.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read, Scope } from '../store.ts'
import type { Span } from '../time-span.ts'
import { startedBefore } from './page-by-first.ts'

/** Events by their first rows, plus those that began before the range and went on in it. */
export async function countEvents(
  client: SqlClient,
  window: number,
  scope: Scope,
  range: Span,
  read: Read,
): Promise<{ events: number; occurrences: number }> {
  const parts = [
    `SELECT countIf(repeat = 0), sum(count) FROM ${rowsFrom(scope, window, ['repeat', 'count'])}`,
  ]
  if (scope.from === range.from) parts.push(selectEarlierEvents(window, scope, range))
  const rows = await client.select(parts.join(' UNION ALL '), read)
  let events = 0
  let occurrences = 0
  for (const [first, second] of rows) {
    events += Number(first)
    occurrences += Number(second)
  }
  return { events, occurrences }
}

/** Events that began before the range and went on in it; 0 unless the scope begins with the range. */
export async function countEarlierEvents(
  client: SqlClient,
  window: number,
  scope: Scope,
  range: Span,
  read: Read,
): Promise<number> {
  if (scope.from !== range.from || window === 0) return 0
  const rows = await client.select(selectEarlierEvents(window, scope, range), read)
  return Number(rows[0]?.[0] ?? 0)
}

/** They have a row within one deduplication window of the range's start: only there ids are counted. */
function selectEarlierEvents(window: number, scope: Scope, { to }: Span): string {
  return `SELECT uniqExact(id), 0 ${startedBefore({ window }, { ...scope, to })}`
}
