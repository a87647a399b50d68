import { writeFileSync } from 'node:fs'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { BatchRefusedError } from '../../../schema/intake/batch-refused.ts'
import { isDeep } from '../../../testing/depth.ts'
import { eventually } from '../../../testing/until.ts'
import { eventColumns, eventsIn } from '../../clients/row-binary/event-bytes.ts'
import { Server } from '../../clients/server/server.ts'
import type { Read } from '../../contract/event-store.ts'
import { TestServer } from '../../testing/clickhouse-server.ts'
import { storeContract } from '../../testing/contract.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openServerStore, type ServerStore } from './open.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const start = 1_767_225_600
const everything = { kind: 'const', value: true } as const

const server = await TestServer.start()
afterAll(() => server.kill())

let last: ServerStore | undefined

async function emptyStore(): Promise<ServerStore> {
  // Left open by a failed test.
  await last?.close()
  await server.query('DROP DATABASE IF EXISTS millrace SYNC')
  last = await openServerStore({
    addresses: [server.address],
    owner: 'tests',
    window: 60,
    retentionDays: 100_000,
    log: () => {},
  })
  return last
}

const eventAt = (id: number, second: number) =>
  rowsOf({ ...ordinary, id, occurrences: [(start + second) * 1_000_000], message: `event ${id}`, tags: {} })

// Two shards pass it with `npm run test:system`.
if (isDeep) storeContract('the store on a server', emptyStore)

test('a spool file may begin with any byte', async () => {
  const store = await emptyStore()
  // The engine would skip spaces and line ends before data that follows a statement.
  for (const id of [9, 10, 13, 32]) await store.append(spoolFile(eventAt(id, id)))
  expect(await store.client.select('SELECT id FROM millrace.events ORDER BY id', read)).toEqual([
    [9],
    [10],
    [13],
    [32],
  ])
  await store.close()
})

test('a server that is killed comes back: reads wait for it, and what it was given is there once', async () => {
  const store = await emptyStore()
  const batches = Array.from({ length: 20 }, (_, index) => spoolFile(eventAt(index + 1, index * 7_000)))
  let isKilled = false
  for (const [index, batch] of batches.entries()) {
    let isRepeated = false
    if (index === 10) void server.kill().then(() => (isKilled = true))
    for (;;) {
      try {
        await store.append({ ...batch, repeated: isRepeated })
        break
      } catch (error) {
        expect(error).toMatchObject({ code: 'storage_unavailable' })
        isRepeated = true
        if (isKilled) await server.restart()
        isKilled = false
      }
    }
  }
  const scope = { from: start, to: start + 200_000, predicate: everything }
  expect(await store.countEvents(scope, scope, read)).toEqual({ events: 20, occurrences: 20 })
  await server.kill()
  const slow = store.countPeriods(scope, [start, start + 100_000, start + 200_000], read)
  await eventually(() => store.ready).toBe(false)
  await server.restart()
  expect(await slow).toEqual([15, 5])
  expect(await store.client.select('SELECT count(), uniqExact(batch) FROM millrace.events', read)).toEqual([
    [20, 20],
  ])
  await store.close()
})

test('an insert whose answer is late is not done twice by its repetition', async () => {
  const store = await emptyStore()
  const batch = spoolFile(eventAt(1, 0))
  // An insert of the batch runs on the server, as after a broken connection.
  const busy = `/?query_id=millrace-batch-${batch.sequence}&max_threads=1`
  const running = fetch(`${server.url}${busy.slice(1)}`, {
    method: 'POST',
    body: 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1',
  })
  const count = `SELECT count() FROM system.processes WHERE query_id = 'millrace-batch-${batch.sequence}'`
  await eventually(() => server.query(count)).toBe('1')
  await expect(store.append(batch)).rejects.toMatchObject({ code: 'storage_unavailable' })
  await server.query(`KILL QUERY WHERE query_id = 'millrace-batch-${batch.sequence}' SYNC`)
  await (await running).text()
  await store.append({ ...batch, repeated: true })
  await store.append({ ...batch, repeated: true })
  expect(await store.client.select('SELECT count() FROM millrace.events', read)).toEqual([[1]])
  await store.close()
})

test('another process is kept from the store, until its owner is gone', async () => {
  const store = await emptyStore()
  const said: string[] = []
  const second = new Server(
    {
      address: server.address,
      isReplicated: false,
      owner: 'another',
      log: message => said.push(message),
    },
    1,
  )
  onTestFinished(() => second.close())
  void second.health.check()
  const opened = second.health.untilUp(undefined, 60_000)
  await eventually(() => said.join()).toContain('another Millrace uses the store there')
  expect(second.health.isUp).toBe(false)
  expect(store.ready).toBe(true)
  await store.close()
  await opened
  // The statement of the lock is killed.
  await server.query("KILL QUERY WHERE query_id = 'millrace-store' SYNC")
  await eventually(() =>
    server.query("SELECT count() FROM system.processes WHERE query_id = 'millrace-store'"),
  ).toBe('1')
  expect(second.health.isUp).toBe(true)
})

test('a store that was left locked is taken over only by the owner that left it', async () => {
  await last?.close()
  const running = () => server.query("SELECT count() FROM system.processes WHERE query_id = 'millrace-store'")
  await eventually(running).toBe('0')
  const left = fetch(`${server.url}?query_id=millrace-store&max_block_size=1`, {
    method: 'POST',
    body: '/* Millrace uses the store: tests gone */ SELECT sleepEachRow(0.1) FROM system.numbers FORMAT Null',
  }).catch(() => undefined)
  await eventually(running).toBe('1')
  const common = { address: server.address, isReplicated: false, log: () => {} }
  const other = new Server({ ...common, owner: 'another' }, 1)
  onTestFinished(() => other.close())
  await other.health.check()
  expect(other.health.isUp).toBe(false)
  await other.close()
  const store = await emptyStore()
  expect(store.ready).toBe(true)
  await left
  await store.close()
})

test('texts of a server about its user and its errors are not for everybody', async () => {
  const said: string[] = []
  const address = { ...server.address, username: 'nobody', password: 'secret' }
  const stranger = new Server(
    { address, isReplicated: false, owner: 'stranger', log: message => said.push(message) },
    1,
  )
  onTestFinished(() => stranger.close())
  await stranger.health.check()
  expect(stranger.health.fault().detail).toBe(
    `The ClickHouse server ${address.name} cannot be used: it refuses the user or the password.`,
  )
  expect(said.join()).not.toContain('secret')
})

test('a stopped read, and one that takes too long, leave no work behind on the server', async () => {
  const store = await emptyStore()
  const stop = new AbortController()
  const sql = 'SELECT count() FROM numbers(100000000000) WHERE sipHash64(number) = 1'
  const endless = store.client.select(sql, { ...read, signal: stop.signal })
  const working = `SELECT count() FROM system.processes WHERE query LIKE '%sipHash64%' AND query NOT LIKE '%processes%'`
  await eventually(() => server.query(working)).toBe('1')
  stop.abort(new Error('stopped'))
  await expect(endless).rejects.toThrow('stopped')
  await eventually(() => server.query(working)).toBe('0')
  await expect(store.client.select(sql, { ...read, timeout: 1 })).rejects.toMatchObject({
    code: 'query_timeout',
  })
  await eventually(() => server.query(working)).toBe('0')
  await store.close()
})

test('errors of statements are faults', async () => {
  const store = await emptyStore()
  const { client } = store
  const held = 'SELECT length(groupArray(number)) FROM numbers(200000000)'
  await expect(client.select(held, read)).rejects.toMatchObject({ code: 'query_memory' })
  const long = `SELECT repeat(toString(number % 10), 4096) FROM numbers(40000)`
  await expect(client.select(long, read)).rejects.toMatchObject({ code: 'query_memory' })
  const bad = { ...spoolFile([]), rows: 1, minutes: [1] }
  writeFileSync(bad.file, 'no rows at all')
  await expect(store.append(bad)).rejects.toThrow(BatchRefusedError)
  await expect(store.append({ ...bad, file: `${bad.file}.gone` })).rejects.toThrow(BatchRefusedError)
  await store.close()
})

test('events are read on where they were when the connection breaks', async () => {
  const store = await emptyStore()
  const stored = Array.from({ length: 40_000 }, (_, index) => eventAt(index + 1, index / 8))
  await store.append(spoolFile(stored.flat()))
  const scope = { from: start, to: start + 5_000, predicate: everything }
  const sort = [{ field: 'first_occurrence', descending: false }] as const
  const ids: number[] = []
  for await (const batch of store.events(scope, { sort, limit: 50_000 }, read)) {
    if (ids.length === 0) {
      await server.kill()
      await server.restart()
    }
    for (const { events } of eventsIn(batch, 1_000)) ids.push(...events.map(({ id }) => id))
  }
  expect(ids).toEqual(stored.map((_, index) => index + 1))
  const failing = `SELECT ${eventColumns} FROM millrace.events WHERE NOT throwIf(id = 39000) ORDER BY sec, ts, id SETTINGS max_block_size = 1000, max_threads = 1`
  let found = 0
  const readAll = async () => {
    for await (const { rows } of store.runner.chunks(failing, read)) found += rows
  }
  await expect(readAll()).rejects.toMatchObject({ code: 395 })
  expect(found).toBeGreaterThan(10_000)
  await store.close()
})
