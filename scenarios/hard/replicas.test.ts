import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { BatchRefusedError } from '../../src/schema/intake/batch-refused.ts'
import type { Read } from '../../src/storage/contract/event-store.ts'
import { openServerStore, type ServerStore } from '../../src/storage/store/server/open.ts'
import { emptyTables, TestServer } from '../../src/storage/testing/clickhouse-server.ts'
import { storeContract } from '../../src/storage/testing/contract.ts'
import { eagerRollups } from '../../src/storage/testing/eager-rollups.ts'
import { ordinary, rowsOf, spoolFile } from '../../src/storage/testing/spool-file.ts'
import { TestKeeper } from '../../src/storage/testing/test-keeper.ts'
import { eventually } from '../../src/testing/until.ts'

const keeper = await TestKeeper.start()
const shards = await TestServer.startReplicas(keeper, 2)
const [[first, second]] = shards
const servers = shards.flat()
afterAll(async () => {
  await last?.close()
  await Promise.all(servers.map(server => server.kill()))
  await keeper.kill()
})

let last: ServerStore | undefined

async function emptyStore(quorum?: number): Promise<ServerStore> {
  // Left open by a failed test.
  await last?.close()
  await Promise.all(shards.map(emptyTables))
  return await openStore(quorum)
}

async function openStore(quorum?: number, mayLackShards = false): Promise<ServerStore> {
  const [first, ...others] = servers.map(({ address }) => address)
  if (first === undefined) throw new Error('there is no server')
  last = await openServerStore({
    addresses: [first, ...others],
    cluster: 'millrace',
    isReplicated: true,
    quorum,
    mayLackShards,
    owner: 'tests',
    window: 60,
    retentionDays: 100_000,
    rollups: eagerRollups,
    log: () => {},
  })
  return last
}

storeContract('the store on two shards of two replicas', emptyStore)

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const start = 1_767_225_600
const scope = { from: start, to: start + 200_000, predicate: { kind: 'const', value: true } as const }
let events = 0
const newBatch = () => {
  const id = ++events
  const at = [(start + 100) * 1_000_000 + id]
  return spoolFile(rowsOf({ ...ordinary, id, occurrences: at, message: `event ${id}`, tags: {} }))
}
const rowsOn = async (server: TestServer) => await server.query('SELECT count() FROM millrace.events_local')

/**
 * Until Keeper has noticed that the other replicas of the shard have ended: before that, inserts wait for
 * their quorum.
 */
const untilAlone = async (server: TestServer) =>
  await eventually(() =>
    server.query("SELECT max(active_replicas) FROM system.replicas WHERE table = 'events_local'"),
  ).toBe('1')
const eventsOf = async (store: ServerStore) => (await store.countEvents(scope, scope, read)).events

test('with a quorum of all, batches wait while a replica is away, and the others answer', async () => {
  const store = await emptyStore()
  await store.append(newBatch(), newBatch())
  await second.kill()
  await untilAlone(first)
  const waiting = [newBatch(), newBatch()]
  const outcomes = await Promise.allSettled(waiting.map(batch => store.append(batch)))
  const failures = outcomes.filter(({ status }) => status === 'rejected')
  // The batch of the other shard is stored.
  expect(failures).toMatchObject([{ reason: { code: 'storage_unavailable' } }])
  expect(await eventsOf(store)).toBe(3)
  await second.restart()
  const again = () => Promise.all(waiting.map(batch => store.append({ ...batch, repeated: true })))
  await eventually(() => again().then(() => 'stored', String)).toBe('stored')
  expect(await eventsOf(store)).toBe(4)
  for (const [one, other] of shards) expect(await rowsOn(one)).toBe(await rowsOn(other))
})

test('a store that is opened while all replicas of a shard are away stores in the other, and is whole when one is back', async () => {
  const before = await emptyStore()
  for (const batch of [newBatch(), newBatch()]) await before.append(batch)
  await before.close()
  const [, away] = shards
  await Promise.all(away.map(server => server.kill()))
  const store = await openStore(undefined, true)
  expect(store.ready).toBe(false)
  const found = await store.reachable?.(read.signal)
  expect(found?.missing).toEqual([{ shard: 2, servers: away.map(({ address }) => address.name) }])
  for (const batch of [newBatch(), newBatch()]) await store.append(batch)
  expect((await found?.store.countEvents(scope, scope, read))?.events).toBe(3)
  await away[1].restart()
  await eventually(() => store.ready).toBe(true)
  expect(await eventsOf(store)).toBe(4)
  await away[0].restart()
  await eventually(() => store.runner.topology.servers.every(({ health }) => health.isUp)).toBe(true)
  const active = "SELECT min(active_replicas) FROM system.replicas WHERE table = 'events_local'"
  for (const server of away) await eventually(() => server.query(active)).toBe('2')
  await store.append(newBatch(), newBatch())
  expect(await eventsOf(store)).toBe(6)
  for (const [one, other] of shards) expect(await rowsOn(one)).toBe(await rowsOn(other))
})

test('with a smaller quorum batches continue on another replica; counts made meanwhile are counted again when the first has caught up', async () => {
  const store = await emptyStore(1)
  const hosts = async () => {
    const { rows } = await store.topValues(scope, { field: 'host', ignoreEmpty: false, limit: 10 }, read)
    return rows.reduce((sum, { count }) => sum + count, 0)
  }
  // Batches go to the first replica that answers.
  await eventually(() => store.runner.topology.servers.every(({ health }) => health.isUp)).toBe(true)
  await second.query('SYSTEM STOP FETCHES millrace.events_local')
  // One to each shard.
  await store.append(newBatch(), newBatch())
  expect(await hosts()).toBe(2)
  await first.kill()
  await second.query('SYSTEM START FETCHES millrace.events_local')
  // One by one: stored batches are not repeated.
  for (const batch of [newBatch(), newBatch()])
    await eventually(() => store.append(batch).then(() => 'stored', String)).toBe('stored')
  // Rows that only the first replica has are unavailable. Their counts are kept.
  await store.rollups.settled()
  expect(await rowsOn(second)).toBe('1')
  for (let times = 0; times < 3; times++) {
    await hosts()
    await store.rollups.settled()
  }
  await first.restart()
  await eventually(() => rowsOn(first)).toBe('2')
  await eventually(() => rowsOn(second)).toBe('2')
  await eventually(hosts).toBe(4)
  await store.rollups.settled()
  expect([await hosts(), await eventsOf(store)]).toEqual([4, 4])
  // Every replica that answers has the stored rows.
  for (let stored = 5; stored <= 24; stored++) {
    await store.append(newBatch())
    expect([stored, await hosts(), await eventsOf(store)]).toEqual([stored, stored, stored])
  }
})

test('events of a class go from all replicas, also when one is away at first, and stay in what was ever counted', async () => {
  const store = await emptyStore()
  const classes = ['debug', 'audit', '']
  const batches = classes.map((retentionClass, i) => {
    const id = ++events
    const at = (start + 10 * i) * 1_000_000
    return spoolFile(
      rowsOf({ ...ordinary, id, occurrences: [at], retentionClass, message: 'line', tags: {} }),
    )
  })
  await store.append(...batches)
  const remove = async (name: string) =>
    await store.counts.delete({ start, classes: [name], hasDayBefore: false }, async () => true)
  const ever = async () => (await store.counts.count(scope.from, scope.to, read)).ever.events
  const left = async (servers: readonly TestServer[]) =>
    await Promise.all(
      servers.map(server => server.query('SELECT groupArray(class) FROM millrace.events_local')),
    )
  expect(await remove('debug')).toBe(true)
  expect((await left(servers)).join()).not.toContain('debug')
  expect([await eventsOf(store), await ever()]).toEqual([2, 3])

  await Promise.all([second.kill(), shards[1]?.[1].kill()])
  await untilAlone(first)
  await expect(remove('audit')).rejects.toThrow('some replicas are inactive')
  await Promise.all([second.restart(), shards[1]?.[1].restart()])
  await eventually(() => remove('audit').then(() => left(servers).then(String), String)).not.toMatch(
    /audit|rror/,
  )
  expect([await eventsOf(store), await ever()]).toEqual([1, 3])
})

test('without Keeper batches wait and questions are answered; when it is back, each batch is stored once', async () => {
  const store = await emptyStore()
  const before = 4
  for (let count = 0; count < before; count++) await store.append(newBatch())
  const batches = Array.from({ length: 12 }, newBatch)
  let stored = 0
  const appending = Promise.all(
    batches.map(async batch => {
      for (let tries = 0; ; tries++) {
        try {
          // Like the spool: a batch that failed is marked as repeated.
          await store.append({ ...batch, repeated: tries > 0 })
          break
        } catch (error) {
          expect(error).not.toBeInstanceOf(BatchRefusedError)
          await setTimeout(500)
        }
      }
      if (++stored === 2) await keeper.kill()
    }),
  )
  await eventually(() => stored).toBeGreaterThan(1)
  expect(await eventsOf(store)).toBeGreaterThanOrEqual(before)
  await expect(store.append(newBatch())).rejects.toMatchObject({ code: expect.anything() })
  await keeper.restart()
  await appending
  expect(await eventsOf(store)).toBe(before + batches.length)
  for (const [one, other] of shards) expect(await rowsOn(one)).toBe(await rowsOn(other))
})
