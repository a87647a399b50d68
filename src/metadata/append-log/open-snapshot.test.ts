import type pg from 'pg'
import { expect, test } from 'vitest'
import type { AppendLog } from './append-log.ts'
import type { Statement } from './postgres-connection.ts'
import { begin, end, read } from './statements.ts'
import { file, openPlace } from './testing/place.ts'

/** Appends each file in one statement and ends it in another, as a busy node. */
async function append(log: AppendLog, joins: number, from: number, count: number): Promise<void> {
  for (let sequence = from; sequence < from + count; sequence++) {
    await log.begin([file(sequence)], joins, 0)
    await log.end([sequence])
  }
}

const pagesRead = `select sum(pg_stat_get_xact_blocks_fetched(oid))::int as pages from pg_class
  where relnamespace = 'millrace'::regnamespace and relname like 'append_%'`

/** Pages that a statement reads, with the plan that it has on a connection which has run it often. */
async function pagesOf(client: pg.Client, { text }: Statement, values: readonly string[]): Promise<number> {
  await client.query(`begin; set local plan_cache_mode = force_generic_plan; prepare measured as ${text}`)
  const before = await client.query(pagesRead)
  await client.query(`execute measured (${values.join(', ')})`)
  const after = await client.query(pagesRead)
  await client.query('rollback; deallocate measured')
  return after.rows[0].pages - before.rows[0].pages
}

/** Pages of a beginning, an end and a read, of files and entries that exist. */
async function pages(client: pg.Client, joins: number, pending: number): Promise<number[]> {
  const { rows } = await client.query('select max(position) as last from append_log')
  const values = ["'folder-1'", `'{${pending}}'`]
  return [
    await pagesOf(client, begin, [
      ...values,
      `'{body}'`,
      `'{null}'`,
      `${joins}`,
      '0',
      `'t'`,
      '1',
      `'{null}'`,
    ]),
    await pagesOf(client, end, [...values, `'end'`, `'t'`, `'{null}'`, '100000']),
    await pagesOf(client, read, [`${Number(rows[0].last) - 1}`, '1000']),
  ]
}

/** Bytes of the table with the state. Earlier tests of the same database may have left free pages. */
async function stateBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select pg_relation_size('append_log_state')::int as bytes`)
  return rows[0].bytes
}

test('changes and reads of the log read as many pages beside an open snapshot as before it', async () => {
  const { open, connect } = await openPlace()
  const [log, client, snapshot] = [await open(1), await connect(), await connect()]
  const { joins } = await log.join(0)
  await append(log, joins, 1, 10)
  await log.begin([file(11)], joins, 0)
  await client.query('vacuum analyze append_log, append_batches, append_log_state')
  const before = await pages(client, joins, 11)
  const bytesBefore = await stateBytes(client)
  // As pg_dump does.
  await snapshot.query('begin isolation level repeatable read; select count(*) from append_log')
  await append(log, joins, 12, 600)
  // Deletes nothing that the snapshot sees. The planner knows the tables as they are, as after autovacuum.
  await client.query('vacuum analyze append_log, append_batches, append_log_state')
  const after = await pages(client, joins, 11)
  // Indexes have one or two more levels. If versions of one row piled up, each statement would read dozens.
  for (const [index, count] of after.entries()) expect(count).toBeLessThan((before[index] ?? 0) + 15)
  expect(await stateBytes(client)).toBe(bytesBefore)
  await snapshot.query('commit')
})
