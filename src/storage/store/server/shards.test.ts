import { createReadStream } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { rowStructure } from '../../../schema/event/row.ts'
import { BatchRefusedError } from '../../../schema/intake/batch-refused.ts'
import type { ShardClient } from '../../clients/sql-client.ts'
import type { Read } from '../../contract/event-store.ts'
import { text } from '../../sql/literal.ts'
import { eventsTable } from '../../sql/tables.ts'
import { TestServer } from '../../testing/clickhouse-server.ts'
import { storeContract } from '../../testing/contract.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { appendSettings, insertInto, rowsOf as rowsOfBatch } from '../append/insert-statement.ts'
import { readStoredDays } from '../retention/stored-space.ts'
import { fullestDisk } from '../tables/fullest-disk.ts'
import { replicatedSettings } from './append-files.ts'
import { openServerStore, type ServerStore } from './open.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const start = 1_767_225_600
const everything = { kind: 'const', value: true } as const
const scope = { from: start, to: start + 200_000, predicate: everything }

const servers = await TestServer.startShards()
const [first, second] = servers
afterAll(async () => await Promise.all(servers.map(server => server.kill())))

let last: ServerStore | undefined

async function emptyStore(): Promise<ServerStore> {
  // Left open by a failed test.
  await last?.close()
  for (const server of servers) await server.query('DROP DATABASE IF EXISTS millrace SYNC')
  return await openStore()
}

async function openStore(addresses = [first.address, second.address]): Promise<ServerStore> {
  const [one = first.address, ...others] = addresses
  last = await openServerStore({
    addresses: [one, ...others],
    cluster: 'millrace',
    owner: 'tests',
    window: 60,
    retentionDays: 100_000,
    log: () => {},
  })
  return last
}

const eventAt = (id: number, second: number) =>
  rowsOf({ ...ordinary, id, occurrences: [(start + second) * 1_000_000], message: `event ${id}`, tags: {} })
const batches = (count: number) =>
  Array.from({ length: count }, (_, index) => spoolFile(eventAt(index + 1, index * 5_000)))
const rowsBy = async (table = 'events_local') =>
  await Promise.all(servers.map(server => server.query(`SELECT count() FROM millrace.${table}`)))

storeContract('the store on two shards', emptyStore)

test('batches are spread over the shards, and each is on one', async () => {
  const store = await emptyStore()
  await store.append(...batches(10))
  expect(await rowsBy()).toEqual(['5', '5'])
  expect(await rowsBy('events')).toEqual(['10', '10'])
  const [day] = await readStoredDays(store.client, {
    announced: ['20260101'],
    held: new Map(),
    findDue: async () => [],
  })
  expect(day).toMatchObject({ day: '2026-01-01', rows: 10, is_announced: true, held_by: [] })
  const bytes = await Promise.all(
    store.client.shards.map(
      async shard => (await readStoredDays({ shards: [shard] }, store.retention))[0]?.bytes ?? 0,
    ),
  )
  expect(bytes.every(some => some > 0)).toBe(true)
  expect(day?.bytes).toBe(bytes.reduce((sum, some) => sum + some))
  const disk = await fullestDisk(store.client, eventsTable, read)
  expect(disk?.free).toBeLessThanOrEqual(disk?.total ?? 0)
  const away = new Error('the shard is away')
  const [shard] = store.client.shards
  const lost: ShardClient = { ...shard, select: () => Promise.reject(away) }
  expect(await fullestDisk({ shards: [lost, shard] }, eventsTable, read)).toEqual({
    total: disk?.total,
    free: expect.any(Number),
    unmeasured: away,
  })
  await expect(fullestDisk({ shards: [lost] }, eventsTable, read)).rejects.toThrow('the shard is away')
  await store.close()
})

test('each batch of an append has its own outcome', async () => {
  const store = await emptyStore()
  const [one, two, three] = batches(3)
  if (one === undefined || two === undefined || three === undefined) throw new Error('no batches')
  const missing = { ...two, file: `/missing${two.file}` }
  const outcomes = await Promise.all(store.appendEach([one, missing, three]).map(({ ended }) => ended))
  expect(outcomes).toEqual([undefined, { error: expect.any(BatchRefusedError), part: '' }, undefined])
  expect((await store.countEvents(scope, scope, read)).events).toBe(2)
  await store.append({ ...two, repeated: true })
  expect((await store.countEvents(scope, scope, read)).events).toBe(3)
  await store.close()
})

test('a batch stays on its shard when it is repeated, also by another process and with other shards', async () => {
  await last?.close()
  for (const server of servers) await server.query('DROP DATABASE IF EXISTS millrace SYNC')
  const whole = await openServerStore({
    addresses: [first.address],
    owner: 'tests',
    window: 60,
    retentionDays: 100_000,
    log: () => {},
  })
  const all = batches(6)
  await whole.append(...all.slice(0, 4))
  await whole.close()
  // The server becomes the first of two shards.
  const store = await openStore()
  for (const batch of all) await store.append({ ...batch, repeated: true })
  for (const batch of all) await store.append({ ...batch, repeated: true })
  expect((await store.countEvents(scope, scope, read)).events).toBe(6)
  expect((await rowsBy()).map(Number).reduce((sum, rows) => sum + rows)).toBe(6)
  expect(Number((await rowsBy())[0])).toBeGreaterThanOrEqual(4)
  await store.close()
})

test('a subquery that names columns of the SELECT around it finds the rows of all shards', async () => {
  const store = await emptyStore()
  await store.append(...batches(6))
  expect(await rowsBy()).toEqual(['3', '3'])
  const rowsOfSql = async (sql: string) =>
    (await store.runUserSql(scope, sql, { ...read, lane: 'long' })).rows
  // The next event is on the other shard.
  const next = 'SELECT 1 FROM events AS b WHERE b.id = a.id + 1'
  expect(await rowsOfSql(`SELECT id FROM events AS a WHERE EXISTS (${next}) ORDER BY id`)).toEqual(
    [1, 2, 3, 4, 5].map(id => [id]),
  )
  expect(await rowsOfSql(`SELECT id FROM events AS a WHERE NOT EXISTS (${next})`)).toEqual([[6]])
  const before = '(SELECT count() FROM events AS b WHERE b.id < a.id)'
  expect(await rowsOfSql(`SELECT id, ${before} AS n FROM events AS a ORDER BY id LIMIT 3`)).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
  ])
  await store.close()
})

test('days are dropped of every shard, counted once, and figures are read from any server', async () => {
  const store = await emptyStore()
  await store.append(...batches(10))
  const before = await store.counts.count(start, start + 200_000, read)
  await store.counts.drop('20260101', start, async () => true)
  const { within, ever } = await store.counts.count(start, start + 200_000, read)
  expect(before.ever).toEqual({ events: 10, occurrences: 10 })
  expect(within).toEqual({ events: 0, occurrences: 0 })
  expect(ever).toEqual(before.ever)
  const figure = { second: start, kind: 'System_CPU', series: 'cpu', values: [1] } as const
  await store.figures.append([figure], false)
  await store.figures.append([figure], true)
  await store.close()
  const again = await openStore()
  expect((await again.counts.count(start, start + 200_000, read)).ever).toEqual(before.ever)
  expect(await rowsBy('figures')).toEqual(['1', '1'])
  await again.close()
})

test('the token of a batch alone keeps a repetition out, also of a part of its days', async () => {
  const store = await emptyStore()
  const table = 'millrace.events_local'
  // Does the work of a replicated table.
  for (const server of servers)
    await server.query(`ALTER TABLE ${table} MODIFY SETTING non_replicated_deduplication_window = 100`)
  const [shard] = store.runner.topology.shards
  if (shard === undefined) throw new Error('no shard')
  const batch = spoolFile([...eventAt(1, 0), ...eventAt(2, 86_400)])
  const oneDay = { ...spoolFile(eventAt(2, 86_400)), sequence: batch.sequence }
  for (const { file, ...repeated } of [oneDay, batch, batch]) {
    const sql = `${insertInto(table)} ${rowsOfBatch({ ...repeated, file }, `input(${text(rowStructure(file))})`)} FORMAT RowBinary`
    const settings = { ...appendSettings, ...replicatedSettings(batch, 1) }
    const body = { stream: createReadStream(file), settings, onSend: () => {} }
    await store.runner.insert(shard, sql, body, 'test', 30)
  }
  expect(await rowsBy()).toEqual(['2', '0'])
  await store.close()
})

test.each([
  ['a cluster that is not there', { cluster: 'other' }, 'has no cluster other in its remote_servers'],
  [
    'a server that is missing',
    { addresses: [first.address] as const },
    `it lacks 127.0.0.1:${second.tcpPort} (shard 2)`,
  ],
  [
    'a server that is there twice',
    { addresses: [first.address, first.address] as const },
    'has the server of shard 1, replica 1 twice',
  ],
  [
    'a shard as a whole store',
    { addresses: [first.address] as const, cluster: undefined },
    'MILLRACE_CLICKHOUSE_CLUSTER must name it',
  ],
  ['replicas of plain tables', { isReplicated: true }, 'has events in tables that are not replicated'],
])('refuses %s', async (_, wrong, message) => {
  await (await emptyStore()).close()
  const opened = openServerStore({
    addresses: [first.address, second.address],
    cluster: 'millrace',
    owner: 'tests',
    window: 60,
    retentionDays: 100_000,
    log: () => {},
    ...wrong,
  })
  await expect(opened).rejects.toThrow(message)
})
