import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { quotedTokens } from '../../../filter/qp/term-tokens.ts'
import { soloClass } from '../../../filter/words/solo-characters.ts'
import { eventually } from '../../../testing/until.ts'
import { Engine } from '../../clients/engine/engine.ts'
import type { ShardClient, SqlClient } from '../../clients/sql-client.ts'
import { statementClient } from '../../clients/statement-client.ts'
import type { Read } from '../../contract/event-store.ts'
import { compileFilter } from '../../sql/filter.ts'
import { text } from '../../sql/literal.ts'
import { indexedWords } from '../../sql/long-words.ts'
import { failing } from '../../testing/failing-client.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openEmbeddedStore } from '../embedded/open.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { OldDays } from './old-days.ts'
import { currentWords } from './solo-words.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const memory = 900_000_000
const start = 1_767_225_600
const log = () => {}
/** Only the second and third day have characters that the older rule treated differently. */
const days = [
  ['link is down', 'größe 500', '登录admin'],
  ['サーバーDOWN', 'エラー500が発生', 'ﾕｰｻﾞadmin'],
  ['link is down', '〆500', 'は\u3099admin'],
]

/** The index of words as versions before 8 defined it. */
const olderIndex = indexedWords('message').replaceAll(
  text(soloClass('x')).slice(1, -1),
  String.raw`\\p{Han}\\p{Hiragana}\\p{Katakana}`,
)

/** A store as version 7 wrote it. */
async function oldStore(folder: string): Promise<{ engine: Engine; client: SqlClient }> {
  const engine = new Engine({ folder, memory, log })
  await engine.open()
  const client = statementClient(engine, memory)
  await migrate(client.shards[0], migrations.slice(0, 7))
  await client.command(
    `ALTER TABLE millrace.events DROP INDEX words, ADD INDEX words message TYPE text(tokenizer = splitByNonAlpha, preprocessor = ${olderIndex})`,
  )
  for (const [day, messages] of days.entries()) {
    await client.insert(
      `INSERT INTO millrace.events (id, ts, count, host, message, batch)
       SELECT ${day * 10} + number, fromUnixTimestamp64Micro((${start + day * 86_400} + number) * 1000000, 'UTC'), 1, 'fw-1', [${messages.map(text).join()}][number + 1], ${day + 1}
       FROM numbers(${messages.length})`,
      { async_insert: 0 },
    )
  }
  return { engine, client }
}

/** The ids of the events found for each text. */
async function found(client: SqlClient, texts: readonly string[]): Promise<Record<string, unknown>> {
  const rows = await client.select(
    texts
      .map(one => {
        const { rows } = compileFilter({ kind: 'phrase', tokens: quotedTokens(one) })
        return `SELECT ${text(one)}, arraySort(groupArray(id)) FROM millrace.events WHERE ${rows}`
      })
      .join(' UNION ALL '),
    read,
  )
  return Object.fromEntries(rows.map(([one, ids]) => [String(one), ids]))
}

/** Parts without an index of words: their two other indexes are smaller. */
const withoutIndex =
  "SELECT count() FROM system.parts WHERE active AND table = 'events' AND secondary_indices_compressed_bytes < 120"
const isChanging = 'SELECT count() FROM system.mutations WHERE NOT is_done'
/** Found before, during and after the upgrade. */
const whole = {
  サーバーDOWN: [10],
  エラー500が発生: [11],
  '500が': [11],
  ﾕｰｻﾞadmin: [12],
  größe: [1],
  link: [0, 20],
}
const words = {
  down: [0, 10, 20],
  500: [1, 11, 21],
  admin: [2, 12, 22],
  サーバー: [10],
  エラー: [11],
  〆: [21],
}

test('an older store has its words split at shared characters after the upgrade, which may be killed at each step', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-words-'))
  const { engine, client } = await oldStore(folder)
  const { '500が': _, ...before } = whole
  expect(await found(client, Object.keys(before))).toEqual(before)
  expect(await found(client, ['down', 'admin'])).toEqual({ down: [0, 20], admin: [2, 22] })
  for (let step = 0, isDone = false; !isDone; step++) {
    isDone = await migrate(failing(step, false).client(client).shards[0]).then(
      () => true,
      () => false,
    )
    expect(await found(client, Object.keys(before))).toEqual(before)
  }
  // As on a replica that took the definition while its merges ran.
  for (const day of [20260101, 20260102])
    await client.command(
      `ALTER TABLE millrace.events CLEAR INDEX words IN PARTITION ${day} SETTINGS mutations_sync = 1`,
    )
  expect(await client.select(withoutIndex, read)).not.toEqual([[0]])
  const tooSmall = new OldDays(currentWords, { client, memoryBytes: 360, log })
  await tooSmall.tick()
  expect([tooSmall.left, await found(client, Object.keys(before))]).toEqual([0, before])
  await engine.close()

  const said: string[] = []
  const store = await openEmbeddedStore({
    ...{ folder, window: 3_600, retentionDays: 100_000 },
    log: message => said.push(message),
  })
  await eventually(() => said.length).toBeGreaterThan(0)
  process.kill(store.engine.pid ?? 0, 'SIGKILL')
  await eventually(() => store.client.select(isChanging, read)).toEqual([[0]])
  const occurrences = [(start + 90_000) * 1_000_000]
  await store.append(
    spoolFile(rowsOf({ ...ordinary, id: 100, occurrences, message: 'ディスクーdisk7', tags: {} })),
  )
  do {
    await store.oldWords.tick()
    await eventually(() => store.client.select(isChanging, read)).toEqual([[0]])
  } while (store.oldWords.left > 0)
  const wanted = { ...whole, ...words, disk7: [100] }
  expect(await found(store.client, Object.keys(wanted))).toEqual(wanted)
  expect(said.filter(line => line.startsWith('rewriting'))).toEqual([
    'rewriting day 20260103 for its words',
    'rewriting day 20260102 for its words',
  ])
  expect(await store.client.select(withoutIndex, read)).toEqual([[0]])
  await store.close()
})

test('a day that is in several shards counts once', async () => {
  const select = async (sql: string) =>
    sql.includes('system.mutations') ? [[1]] : [20260102, 20260101].map(day => [day, 1])
  // No other members are used while a shard rewrites a day.
  const shard = { own: (table: string) => table, select } as unknown as ShardClient
  const oldWords = new OldDays(currentWords, { client: { shards: [shard, shard] }, memoryBytes: memory, log })
  await oldWords.tick()
  expect(oldWords.left).toBe(3)
})
