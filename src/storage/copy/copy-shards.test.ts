import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openEmbeddedStore } from '../embedded/open.ts'
import { openServerStore, type ServerStore } from '../server/open.ts'
import type { Read } from '../store.ts'
import { TestServer } from '../testing/clickhouse-server.ts'
import { ordinary, rowsOf, spoolFile } from '../testing/spool-file.ts'
import type { CopyEnds } from './copy-day.ts'
import { copyRest, copyWholeDay, planCopy, verifyDay } from './copy-events.ts'
import { openCopy } from './open-copy.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const midnight = 1_767_312_000
const day = 86_400
const options = { window: 60, retentionDays: 100_000, log: () => {} }
const allRows = `SELECT count(), uniqExact(id, ts, batch, repeat) FROM millrace.events`

const servers = await TestServer.startShards()
const [first, second] = servers
const addresses = [first.address, second.address] as const
const cluster = 'millrace'

const batchOf = (from: number, to: number, second: number) =>
  spoolFile(
    Array.from({ length: to - from }, (_, index) => {
      const occurrences = [second + index, second + index + 1].map(at => at * 1_000_000)
      return rowsOf({ ...ordinary, id: from + index, occurrences, message: `event ${index}`, tags: {} })
    }).flat(),
  )
// Two days of it are in the folder, and the file is in the spool still.
const late = batchOf(1, 21, midnight - 10)
const folder = mkdtempSync(path.join(tmpdir(), 'millrace-copy-'))
const old = await openEmbeddedStore({ ...options, folder })
await old.append(batchOf(31, 61, midnight - day + 100), late, batchOf(61, 91, midnight + day + 100))
await old.figures.append([{ second: midnight, kind: 'System_CPU', series: '', values: [1, 2] }], false)
await old.close()
const opened = await openCopy({
  ...{ folder, memory: 900_000_000, addresses, cluster, log: () => {} },
  signal: read.signal,
})
const ends: CopyEnds = { ...opened, maxChunkRows: 20 }

let store: ServerStore
beforeEach(async () => {
  await store?.close()
  for (const server of servers) await server.query('DROP DATABASE IF EXISTS millrace SYNC')
  store = await openServerStore({ ...options, addresses, cluster, owner: 'tests' })
  await store.attachDays.stop()
})
afterAll(async () => {
  await store.close()
  await opened[Symbol.asyncDispose]()
  await Promise.all(servers.map(server => server.kill()))
})

const wanted = () => ends.source.select(allRows, read)
const found = () => store.client.select(allRows, read)
/** Days with rows on a server itself. */
const daysOf = (server: TestServer) =>
  server.query('SELECT arraySort(groupUniqArray(toYYYYMMDD(sec))) FROM millrace.events_local')
const repeated = { ...late, repeated: true }

async function copyDays(which: (index: number) => boolean = () => true): Promise<void> {
  await copyRest(ends)
  for (const [index, { day, state }] of (await planCopy(ends, 0)).entries())
    if (state === 'missing' && which(index)) await copyWholeDay(ends, day)
}

test('days are spread over shards, each whole, and every shard answers for all', async () => {
  await copyDays()
  await store.attachDays.tick()
  expect([await daysOf(first), await daysOf(second)].sort()).toEqual(['[20260101,20260103]', '[20260102]'])
  for (const { day, state } of await planCopy(ends, 0)) {
    expect(state).toBe('attached')
    await verifyDay(ends, day)
  }
  for (const server of servers)
    expect((await server.query(allRows)).split('\t').map(Number)).toEqual((await wanted())[0])
  expect(await store.client.select('SELECT count() FROM millrace.figures', read)).toEqual([[1]])
  for (const server of servers)
    expect(await server.query('SELECT count() FROM millrace.events_copy_local')).toBe('0')
})

test('a batch of two days on two shards that the spool delivers again is there once', async () => {
  await copyDays()
  await store.attachDays.tick()
  await store.append(repeated)
  expect(await found()).toEqual(await wanted())
})

test('days of a batch that the spool has delivered to one shard move to those of their copies', async () => {
  await store.append(repeated)
  await copyDays()
  await store.attachDays.tick()
  expect((await planCopy(ends, 0)).map(({ state }) => state)).toEqual(Array(3).fill('attached'))
  expect(await found()).toEqual(await wanted())
})

test('a batch that the spool delivers between its days is there once', async () => {
  await copyDays(index => index === 1)
  await store.attachDays.tick()
  await store.append(repeated)
  await copyDays()
  await store.attachDays.tick()
  await store.append(repeated)
  expect(await found()).toEqual(await wanted())
})

test('a copy goes on in the shard where it began', async () => {
  let chunks = 0
  const insert: CopyEnds['insert'] = async (shard, sql, rows) => {
    if (chunks++ === 1) throw new Error('killed')
    await ends.insert(shard, sql, rows)
  }
  const [newest] = await planCopy(ends, 0)
  await expect(copyWholeDay({ ...ends, insert }, newest?.day ?? '')).rejects.toThrow('killed')
  // The weights have changed meanwhile.
  for (const weights of [
    [0, 1],
    [1, 0],
  ])
    await copyWholeDay({ ...ends, weights }, newest?.day ?? '')
  const staged = servers.map(server => server.query('SELECT count() FROM millrace.events_copy_local'))
  expect((await Promise.all(staged)).sort()).toEqual(['0', '60'])
  await store.attachDays.tick()
  expect(await planCopy(ends, 0)).toMatchObject([{ state: 'attached' }, {}, {}])
  await verifyDay(ends, newest?.day ?? '')
})
