import { expect } from 'vitest'
import type { Read, Scope } from '../contract/event-store.ts'
import type { SqlSource } from '../contract/sql-source.ts'

/**
 * The part of the contract about users' statements, on the events of contract.ts: with subqueries, joins and
 * windows.
 */
export async function answersStatements(store: SqlSource, hour: Scope, short: Read): Promise<void> {
  const read: Read = { ...short, lane: 'long' }
  const sql = `WITH e AS (SELECT host, occurrences, tags['Src.Port'] AS port FROM events WHERE severity > 3)
    SELECT a.host, sum(a.occurrences) AS n, any(b.port), rank() OVER (ORDER BY sum(a.occurrences) DESC) FROM e AS a
    JOIN (SELECT host, max(port) AS port FROM e GROUP BY host) AS b ON a.host = b.host
    WHERE a.host IN (SELECT host FROM events WHERE program = 'sshd') GROUP BY a.host ORDER BY n DESC`
  const { columns, rows } = await store.runUserSql(hour, sql, read)
  expect(columns.map(({ name }) => name)).toEqual([
    'host',
    'n',
    'any(b.port)',
    'rank() OVER (ORDER BY sum(a.occurrences) DESC)',
  ])
  expect(rows).toEqual([['fw-1', 6, '2026-01-01', 1]])
  const wrong = store.runUserSql(hour, 'SELECT nothing FROM events', read)
  await expect(wrong).rejects.toMatchObject({
    code: 'sql_refused',
    detail: expect.stringContaining('nothing'),
  })
}
