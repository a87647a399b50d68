import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Predicate } from '../../../filter/predicate/predicate.ts'
import { eventually } from '../../../testing/until.ts'
import { Engine } from '../../clients/engine/engine.ts'
import type { ShardClient, SqlClient } from '../../clients/sql-client.ts'
import { statementClient } from '../../clients/statement-client.ts'
import type { Read } from '../../contract/event-store.ts'
import { byIndex } from '../../sql/by-index.ts'
import { compileFilter } from '../../sql/filter.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openEmbeddedStore } from '../embedded/open.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { OldDays } from './old-days.ts'
import { lessSpace, saveSpace } from './save-space.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const memory = 900_000_000
const start = 1_767_225_600
const log = () => {}
const folder = () => mkdtempSync(path.join(tmpdir(), 'millrace-old-'))
const ids = ['deadbeef12345678', '20260101120000123', 'abcdef012', '4711', 'abcdef01234']

/**
 * A store as written by the version before space was saved: three days, with parts laid out like large ones.
 * Each event occurs twice.
 */
async function oldStore(at: string): Promise<{ engine: Engine; client: SqlClient }> {
  const engine = new Engine({ folder: at, memory, log })
  await engine.open()
  const client = statementClient(engine, memory)
  await migrate(client.shards[0], migrations.slice(0, 3))
  await client.command('ALTER TABLE millrace.events MODIFY SETTING min_bytes_for_wide_part = 0')
  for (const day of [0, 1, 2]) await insertOld(client, day)
  return { engine, client }
}

async function insertOld(client: SqlClient, day: number): Promise<void> {
  const moment = (seconds: string) =>
    `fromUnixTimestamp64Micro(${start + day * 86_400}000000 + ${seconds} * 1000000 + 7, 'UTC')`
  const words = `['id ${ids[0]} of port 80', 'Ä ${ids[1]}', '${ids[2]},${ids[3]}', 'x_${ids[4]} ${ids[0]}']`
  await client.insert(
    `INSERT INTO millrace.events (id, ts, first, repeat, count, host, message, batch)
     SELECT ${day * 1000} + 1 + number % 100 AS id, ${moment('number')}, ${moment('number % 100')}, number >= 100, 1, 'fw-1', ${words}[1 + number % 4], ${day + 1}
     FROM numbers(200)`,
    { async_insert: 0 },
  )
}

const word = (text: string): Predicate => ({ kind: 'phrase', tokens: [{ text, wild: false }] })

/** The rows found for each id. */
async function found(client: SqlClient): Promise<unknown> {
  const [id = ''] = ids
  const predicates: Predicate[] = [
    ...ids.map(word),
    { kind: 'not', of: word(id) },
    { kind: 'some', of: [word('abcdef012'), word('port')] },
    { kind: 'text', field: 'message', test: { kind: 'like', pattern: `* ${id}*`, fold: false } },
  ]
  const counts = predicates.map(
    (predicate, index) =>
      `SELECT ${index}, count(), sum(id) FROM millrace.events WHERE ${compileFilter(predicate).rows}`,
  )
  return await client.select(`SELECT * FROM (${counts.join(' UNION ALL ')}) ORDER BY 1`, read)
}

/** Events and their first occurrences. */
async function events(client: SqlClient): Promise<unknown> {
  return await client.select(
    'SELECT id, toUnixTimestamp64Micro(min(first)), count(), any(message) FROM millrace.events WHERE id % 7 = 1 GROUP BY id ORDER BY id',
    read,
  )
}

async function finish(client: SqlClient): Promise<void> {
  const days = new OldDays(lessSpace, { client, memoryBytes: memory, log })
  do {
    await days.tick()
    const isUnderWay = 'SELECT count() FROM system.mutations WHERE NOT is_done'
    await eventually(() => client.select(isUnderWay, read)).toEqual([[0]])
  } while (days.left > 0)
}

/** A client that fails at its nth statement, as if the process had ended at that point. */
function failingAt(client: ShardClient, nth: number): ShardClient {
  let left = nth
  const counted = async (run: () => Promise<void>) => {
    if (left-- === 0) throw new Error('killed')
    await run()
  }
  return {
    ...client,
    command: sql => counted(() => client.command(sql)),
    insert: (sql, settings) => counted(() => client.insert(sql, settings)),
  }
}

test('a store of the version before reads the same before and after its days are rewritten, and its index is used meanwhile', async () => {
  const at = folder()
  const { engine, client } = await oldStore(at)
  const before = [await found(client), await events(client)]
  await migrate(client.shards[0])
  const whole = `SELECT count() FROM millrace.events WHERE ${byIndex(`hasAllTokens(message, ['${ids[0]}'])`)}`
  expect(await client.select(whole, read)).toEqual([[300]])
  expect([await found(client), await events(client)]).toEqual(before)
  await finish(client)
  expect(await client.select(whole, read)).toEqual([[0]])
  expect([await found(client), await events(client)]).toEqual(before)
  await engine.close()
})

test('each step may be the last before a kill, also of the rewriting, and appends come between', async () => {
  const at = folder()
  const { engine, client } = await oldStore(at)
  const before = await found(client)
  for (let step = 0, isDone = false; !isDone; step++) {
    isDone = await saveSpace(failingAt(client.shards[0], step)).then(
      () => true,
      () => false,
    )
    expect(await found(client)).toEqual(before)
  }
  await engine.close()
  const store = await openEmbeddedStore({ folder: at, window: 3_600, retentionDays: 100_000, log })
  const append = (id: number) =>
    store.append(
      spoolFile(
        rowsOf({
          ...ordinary,
          id,
          occurrences: [(start + 500) * 1_000_000],
          message: `new ${ids[0]}`,
          tags: {},
        }),
      ),
    )
  await append(5_001)
  await store.oldDays.tick()
  process.kill(store.engine.pid ?? 0, 'SIGKILL')
  expect(await store.client.select('SELECT 1', read)).toEqual([[1]])
  await append(5_002)
  await finish(store.client)
  const { rows } = compileFilter(word(ids[0] ?? ''))
  const count = `SELECT count(), uniqExact(id) FROM millrace.events WHERE ${rows}`
  expect(await store.client.select(count, read)).toEqual([[302, 152]])
  const everything = { kind: 'const', value: true } as const
  expect(await store.event(5_002, everything, read)).toMatchObject({ ts: (start + 500) * 1_000_000 })
  await store.close()
})
