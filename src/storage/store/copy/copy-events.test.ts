import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { Fault } from '../../../schema/fault.ts'
import { until } from '../../../testing/until.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import type { Read } from '../../contract/event-store.ts'
import { TestServer } from '../../testing/clickhouse-server.ts'
import { failing } from '../../testing/failing-client.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openEmbeddedStore } from '../embedded/open.ts'
import { openServerStore, type ServerStore } from '../server/open.ts'
import { openCopy } from '../server/open-copy.ts'
import { AttachDays } from './attach-days.ts'
import type { CopyEnds } from './copy-day.ts'
import { copyRest, copyWholeDay, planCopy, untilAttached, verifyDay } from './copy-events.ts'
import { OldBatchGate } from './old-batch-gate.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const noon = 1_767_268_800
const day = 86_400
const everything = { kind: 'const', value: true } as const
const options = { window: 60, retentionDays: 100_000, log: () => {} }
const rowsIn = (table: string) => `SELECT count() FROM ${table}`
const allRows = `SELECT count(), uniqExact(id, ts, batch, repeat) FROM millrace.events`

const server = await TestServer.start()

const eventAt = (id: number, second: number, message = `event ${id}`) => {
  // Two occurrences of one microsecond, and one of the next second.
  const occurrences = [second, second, second + 1].map(at => at * 1_000_000)
  const tags = Object.fromEntries(
    Array.from({ length: id % 5 === 0 ? 80 : 2 }, (_, tag) => [`t.${tag}`, `${id} "ä"\n`]),
  )
  return rowsOf({ ...ordinary, id, occurrences, message, tags, triggers: [id % 3] })
}
const batchOf = (from: number, to: number, second: number) =>
  spoolFile(Array.from({ length: to - from }, (_, index) => eventAt(from + index, second + index * 7)).flat())

/** Three days in a folder. */
const folder = mkdtempSync(path.join(tmpdir(), 'millrace-copy-'))
// The batch crosses midnight.
const last = batchOf(20, 60, noon + day / 2 - 100)
const old = await openEmbeddedStore({ ...options, folder })
await old.append(batchOf(1, 20, noon), batchOf(61, 90, noon + 2 * day), last)
await old.figures.append([{ second: noon, kind: 'System_CPU', series: '', values: [1, 2] }], false)
await old.close()
const opened = await openCopy({
  ...{ folder, memory: 900_000_000, addresses: [server.address], cluster: undefined, log: () => {} },
  signal: read.signal,
})
const ends: CopyEnds = { ...opened, maxChunkRows: 40 }

afterAll(async () => {
  await opened[Symbol.asyncDispose]()
  await server.kill()
})

/** Opens Millrace on an empty server; the tests attach days to it. */
async function openEmpty(log: (message: string) => void = () => {}): Promise<ServerStore> {
  await server.query('DROP DATABASE IF EXISTS millrace SYNC')
  const store = await openServerStore({ ...options, log, addresses: [server.address], owner: 'tests' })
  await store.attachDays.stop()
  onTestFinished(() => store.close())
  return store
}

async function copyAll(ends: CopyEnds): Promise<void> {
  await copyRest(ends)
  for (const { day, state } of await planCopy(ends, 0)) if (state === 'missing') await copyWholeDay(ends, day)
}

test.each([false, true])('each step of the copy may be the last before a kill (done: %s)', async isDone => {
  const store = await openEmpty()
  for (let step = 0; ; step++) {
    const kill = failing(step, isDone)
    await copyAll(kill.ends(ends)).catch(error => expect(error).toMatchObject({ message: 'killed' }))
    if (!kill.isReached) break
  }
  await store.attachDays.tick()
  for (const { day, state } of await planCopy(ends, 0)) {
    expect(state).toBe('attached')
    await verifyDay(ends, day)
  }
  expect(await store.client.select(allRows, read)).toEqual(await ends.source.select(allRows, read))
  expect(await store.client.select(rowsIn('millrace.figures'), read)).toEqual([[1]])
  expect(await store.client.select(rowsIn('millrace.events_copy'), read)).toEqual([[0]])
})

test.each([false, true])(
  'each step of taking a day in may be the last before a kill (done: %s)',
  async isDone => {
    const store = await openEmpty()
    await copyAll(ends)
    const scope = { from: noon - day, to: noon + 4 * day, predicate: everything }
    expect(await store.countEvents(scope, scope, read)).toEqual({ events: 0, occurrences: 0 })
    for (let step = 0; ; step++) {
      const kill = failing(step, isDone)
      const client = kill.client(store.client)
      const attach = new AttachDays({ store: { ...store, client }, gate: new OldBatchGate(), log: () => {} })
      await attach.tick()
      if (!kill.isReached) break
    }
    await new AttachDays({ store, gate: new OldBatchGate(), log: () => {} }).tick()
    expect(await store.client.select(allRows, read)).toEqual(await ends.source.select(allRows, read))
    expect(await store.countEvents(scope, scope, read)).toEqual({ events: 88, occurrences: 264 })
    expect((await planCopy(ends, 0)).map(({ state }) => state)).toEqual(Array(3).fill('attached'))
  },
)

test('a day that another process has finished keeps no later one waiting', async () => {
  const store = await openEmpty()
  await copyAll(ends)
  let isCutOff = (_sql: string) => true
  const [shard] = store.client.shards
  const shards: SqlClient['shards'] = [
    {
      ...shard,
      insert: (sql, ...more) =>
        sql.includes('ATTACH') && isCutOff(sql)
          ? Promise.reject(new Error('cut off'))
          : shard.insert(sql, ...more),
    },
  ]
  const client: SqlClient = Object.create(store.client, { shards: { value: shards } })
  const attach = () =>
    new AttachDays({ store: { ...store, client }, gate: new OldBatchGate(), log: () => {} })
  const states = async () => (await planCopy(ends, 0)).map(({ state }) => state)
  const first = attach()
  await first.tick()
  const [newest] = await planCopy(ends, 0)
  isCutOff = sql => !sql.includes(newest?.day ?? '')
  await attach().tick()
  expect(await states()).toEqual(['attached', 'verified', 'verified'])
  isCutOff = () => false
  await first.tick()
  expect(await states()).toEqual(Array(3).fill('attached'))
})

test('a file that the spool delivers to both is there once, whichever comes first', async () => {
  const said: string[] = []
  const store = await openEmpty(message => said.push(message))
  // The copy brings one of its two days earlier and one later.
  await copyAll(ends)
  await store.append({ ...last, repeated: true })
  await store.attachDays.tick()
  await store.append({ ...last, repeated: true })
  expect(said.filter(message => message.includes('waits'))).toEqual([])
  expect(await store.client.select(allRows, read)).toEqual(await ends.source.select(allRows, read))
})

test('a part of a day, as a server leaves it that loses power, is replaced by the whole day', async () => {
  const store = await openEmpty()
  await copyAll(ends)
  await store.client.command(
    'INSERT INTO millrace.events SELECT * FROM millrace.events_copy WHERE id % 2 = 0 SETTINGS async_insert = 0',
  )
  await store.attachDays.tick()
  expect(await store.client.select(allRows, read)).toEqual(await ends.source.select(allRows, read))
  for (const { day } of await planCopy(ends, 0)) await verifyDay(ends, day)
})

test('reads are answered while a part of a day is deleted', async () => {
  const store = await openEmpty()
  await copyAll(ends)
  await store.client.command(
    'INSERT INTO millrace.events SELECT * FROM millrace.events_copy WHERE id % 2 = 0 SETTINGS async_insert = 0',
  )
  await server.query('SYSTEM STOP MERGES millrace.events')
  const attached = store.attachDays.tick()
  try {
    await until(
      'the deletion to begin',
      async () => (await server.query('SELECT count() FROM system.mutations WHERE NOT is_done')) !== '0',
    )
    await expect(store.client.select(allRows, read)).resolves.toHaveLength(1)
    await expect(planCopy(ends, 0)).resolves.toHaveLength(3)
  } finally {
    await server.query('SYSTEM START MERGES millrace.events')
  }
  await attached
  expect(await store.client.select(allRows, read)).toEqual(await ends.source.select(allRows, read))
})

test('other events with the same numbers are never deleted', async () => {
  const said: string[] = []
  const store = await openEmpty(message => said.push(message))
  await copyAll(ends)
  const others = spoolFile(eventAt(7_000, noon + day / 2 - 90))
  await store.append({ ...others, sequence: last.sequence })
  await store.attachDays.tick()
  expect(said.filter(message => message.includes('waits'))).toEqual([
    expect.stringContaining('3 rows of the server have the numbers of its batches and are others'),
  ])
  expect(await store.event(7_000, everything, read)).toMatchObject({ message: 'event 7000' })
  // A file of the spool may have lower ids than an earlier one.
  await store.append(spoolFile(eventAt(60, noon + 3 * day)))
  await expect(planCopy(ends, 0)).resolves.toHaveLength(3)
  await store.append(spoolFile(eventAt(30, noon + 3 * day)))
  await expect(planCopy(ends, 0)).rejects.toThrow(
    '1 events of the server have ids that events of the source have too',
  )
})

test('a server that goes away for a while interrupts nothing', async () => {
  const store = await openEmpty()
  let failures = 0
  const insert: CopyEnds['insert'] = async (shard, sql, rows) => {
    await ends.insert(shard, sql, rows)
    // Every second answer is lost.
    if (failures++ % 2 === 0) throw new Fault('storage_unavailable', { retryAfter: 0.01 })
  }
  await expect(
    copyAll({
      ...ends,
      insert: () => Promise.reject(new Fault('storage_unavailable', { retryAfter: 0.01 })),
    }),
  ).rejects.toMatchObject({ code: 'storage_unavailable' })
  for (const { day } of await planCopy(ends, 0)) await copyWholeDay({ ...ends, insert }, day)
  expect(failures).toBeGreaterThan(3)
  await store.attachDays.tick()
  expect(await store.client.select(allRows, read)).toEqual(await ends.source.select(allRows, read))
})

test('damage on the way is found, removed and reported', async () => {
  await openEmpty()
  const [newest] = await planCopy(ends, 0)
  const damaged: CopyEnds['insert'] = async (shard, sql, rows) => {
    const bytes = Buffer.from(rows)
    bytes[bytes.indexOf('event')] = 'E'.charCodeAt(0)
    await ends.insert(shard, sql, bytes)
  }
  await expect(copyWholeDay({ ...ends, insert: damaged }, newest?.day ?? '')).rejects.toThrow(
    /The copy of 20260103 had 87 rows with the checksum \d+, the source has 87 with \d+\. It is removed/,
  )
  expect(await ends.target.select(rowsIn('millrace.events_copy'), read)).toEqual([[0]])
  await copyWholeDay(ends, newest?.day ?? '')
  await ends.target.command(
    'ALTER TABLE millrace.events_copy DELETE WHERE id = 61 SETTINGS mutations_sync = 2',
  )
  await expect(verifyDay(ends, newest?.day ?? '')).rejects.toThrow(
    /20260103 differs in the events of 1 of 1 batches/,
  )
})

test('days that are older than asked for are skipped, and days wait where no Millrace is', async () => {
  const store = await openEmpty()
  expect((await planCopy(ends, noon + day)).map(({ day, state }) => `${day} ${state}`)).toEqual([
    '20260103 missing',
    '20260102 missing',
    '20260101 skipped',
  ])
  await copyWholeDay(ends, '20260103')
  await store.close()
  expect(await untilAttached(ends.target, read.signal)).toBe(1)
})

test('a day that the retention of the target has dropped is no difference', async () => {
  const store = await openEmpty()
  await copyAll(ends)
  await store.attachDays.tick()
  await store.counts.drop('20260101', noon - day / 2, async () => true)
  expect((await planCopy(ends)).map(({ day, state }) => `${day} ${state}`)).toEqual([
    '20260103 attached',
    '20260102 attached',
    '20260101 dropped',
  ])
})
