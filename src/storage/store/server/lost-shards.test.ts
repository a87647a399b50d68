import { afterAll, afterEach, expect, test } from 'vitest'
import { eventually } from '../../../testing/until.ts'
import type { Read } from '../../contract/event-store.ts'
import { TestServer } from '../../testing/clickhouse-server.ts'
import { eagerRollups } from '../../testing/eager-rollups.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openServerStore, type ServerStore } from './open.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const start = 1_767_225_600
const everything = { kind: 'const', value: true } as const
const scope = { from: start, to: start + 200_000, predicate: everything }

const servers = await TestServer.startShards()
const [first, second] = servers
afterAll(async () => await Promise.all(servers.map(server => server.kill())))

// A test that failed may have left it stopped.
afterEach(() => process.kill(second.pid, 'SIGCONT'))

let last: ServerStore | undefined

async function emptyStore(): Promise<ServerStore> {
  // Left open by a failed test.
  await last?.close()
  for (const server of servers) await server.query('DROP DATABASE IF EXISTS millrace SYNC')
  return await openStore()
}

async function openStore(mayLackShards = false): Promise<ServerStore> {
  last = await openServerStore({
    addresses: [first.address, second.address],
    cluster: 'millrace',
    owner: 'tests',
    window: 60,
    retentionDays: 100_000,
    rollups: eagerRollups,
    mayLackShards,
    log: () => {},
  })
  return last
}

/** `spacing`: seconds between events. */
const batches = (count: number, spacing = 5_000) =>
  Array.from({ length: count }, (_, index) => {
    const occurrences = [(start + index * spacing) * 1_000_000]
    return spoolFile(rowsOf({ ...ordinary, id: index + 1, occurrences, message: `event ${index}`, tags: {} }))
  })

for (const how of ['killed', 'stopped'] as const) {
  test(`a shard that is ${how} is named, no answer lacks its rows, and other batches go on`, async () => {
    const store = await emptyStore()
    const all = batches(20)
    await store.append(...all.slice(0, 10))
    const running = store.client
      .select('SELECT count() FROM millrace.events WHERE NOT ignore(sleepEachRow(2))', read)
      .catch(error => error)
    if (how === 'killed') await second.kill()
    else process.kill(second.pid, 'SIGSTOP')
    const asked = store.countPeriods(scope, [start, start + 200_000], { ...read, timeout: 20 })
    await expect(asked).rejects.toMatchObject({
      code: 'storage_unavailable',
      detail: expect.stringContaining(second.address.name),
    })
    expect(store.ready).toBe(false)
    expect(await running).toMatchObject({ code: 'storage_unavailable' })
    for (const batch of all.slice(10, 15)) await store.append(batch)
    if (how === 'killed') await second.restart()
    else process.kill(second.pid, 'SIGCONT')
    await eventually(() => store.ready).toBe(true)
    await store.append(...all.slice(15))
    expect(await store.countPeriods(scope, [start, start + 200_000], read)).toEqual([20])
    await store.close()
  })
}

test('a shard that hangs holds its own batches alone, and new ones go to the other shard', async () => {
  const store = await emptyStore()
  const all = batches(20)
  process.kill(second.pid, 'SIGSTOP')
  const ended: (string | undefined)[] = []
  const outcomes = store.appendEach(all.slice(0, 10))
  const parts = Promise.all(
    outcomes.map(async outcome => {
      const failure = await outcome.ended
      ended.push(failure?.part)
      return failure?.part
    }),
  )
  await eventually(() => ended).toEqual(Array(5).fill(undefined))
  const held = () => outcomes.filter(outcome => outcome.isHeld()).length
  await eventually(held).toBe(5)
  await store.append(...all.slice(10))
  // The hanging server was noticed by now, or is noticed soon.
  const failed = (await parts)
    .map((part, i) => ({ part, batch: all[i] }))
    .filter(({ part }) => part !== undefined)
  expect(failed.map(({ part }) => part)).toEqual(Array(5).fill('shard 2'))
  const again = failed.flatMap(({ batch }) => (batch === undefined ? [] : [{ ...batch, repeated: true }]))
  const refusals = await Promise.all(store.appendEach(again).map(({ ended }) => ended))
  for (const refusal of refusals) expect(refusal).toMatchObject({ error: { code: 'storage_unavailable' } })
  // Four inserts run at a time. The fifth batch, whichever that was, waited for its turn: it was not sent.
  expect(refusals.map(refusal => refusal?.part).toSorted()).toEqual([
    'an unknown shard',
    ...Array(4).fill('shard 2'),
  ])
  process.kill(second.pid, 'SIGCONT')
  await eventually(() => store.ready).toBe(true)
  await store.append(...again)
  expect(await store.countPeriods(scope, [start, start + 200_000], read)).toEqual([20])
  const rows = await Promise.all(
    servers.map(server => server.query('SELECT count() FROM millrace.events_local')),
  )
  expect(rows.reduce((sum, count) => sum + Number(count), 0)).toBe(20)
  // The batch that was not sent may be in either shard.
  expect(Number(rows[1])).toBeGreaterThanOrEqual(4)
  await store.close()
})

test('a store that is opened while a shard is away stores in the other, answers partially, and is whole when it is back', async () => {
  const before = await emptyStore()
  const all = batches(22, 86_400)
  // The second of two batches goes to the second shard, which alone has the oldest day.
  for (const batch of all.slice(0, 10).toReversed()) await before.append(batch)
  await before.close()
  const [[version] = []] = await second.rows('SELECT max(version) FROM millrace.versions_local')
  await second.query('TRUNCATE TABLE millrace.versions_local')
  await second.kill()

  const store = await openStore(true)
  expect(store.ready).toBe(false)
  const wide = { ...scope, to: start + 30 * 86_400 }
  const count = () => store.countPeriods(wide, [wide.from, wide.to], { ...read, timeout: 20 })
  const named = { code: 'storage_unavailable', detail: expect.stringContaining(second.address.name) }
  const refused = expect(count()).rejects.toMatchObject(named)
  for (const batch of all.slice(10, 20)) await store.append(batch)
  const found = await store.reachable?.(read.signal)
  expect(found?.missing).toEqual([{ shard: 2, servers: [second.address.name] }])
  expect(await found?.store.countPeriods(wide, [wide.from, wide.to], read)).toEqual([15])
  // Each shard may have a batch of an earlier run.
  const [again] = store.appendEach(all.slice(2, 3).map(batch => ({ ...batch, repeated: true })))
  expect((await again?.ended)?.error).toMatchObject(named)

  // Its tables are not of this version: nothing is read from it.
  await second.restart()
  await refused
  expect(store.ready).toBe(false)
  await second.query(`INSERT INTO millrace.versions_local VALUES (${version}, '')`)
  await eventually(() => store.ready).toBe(true)
  for (let times = 0; times < 3; times++) {
    expect(await count()).toEqual([20])
    await store.rollups.settled()
  }
  expect((await store.reachable?.(read.signal))?.missing).toEqual([])
  await store.append(...all.slice(20))
  expect(await count()).toEqual([22])
  expect(await second.rows('SELECT count() FROM millrace.events_local')).toEqual([[6]])
  await store.close()
})
