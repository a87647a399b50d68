import { afterAll, expect, onTestFinished, test } from 'vitest'
import { AttachDays } from '../../src/storage/store/copy/attach-days.ts'
import { createCopyTables } from '../../src/storage/store/copy/copied-days.ts'
import { copyWholeDay, planCopy, verifyDay } from '../../src/storage/store/copy/copy-events.ts'
import { OldBatchGate } from '../../src/storage/store/copy/old-batch-gate.ts'
import { TestServer } from '../../src/storage/testing/clickhouse-server.ts'
import { copySuite } from '../../src/storage/testing/copy-suite.ts'
import { failing } from '../../src/storage/testing/failing-client.ts'
import { TestKeeper } from '../../src/storage/testing/test-keeper.ts'
import { eventually } from '../../src/testing/until.ts'
import { moveWhileKilled, window } from '../testing/events-copy.ts'
import { Millrace } from '../testing/millrace.ts'

/** Each kind of part is killed once beside the copy: two replicas, Keeper, the service. */
const kills = Number(process.env.KILLS ?? 2)

const keeper = await TestKeeper.start()
const shards = await TestServer.startReplicas(keeper, 2)
const servers = shards.flat()
afterAll(() => keeper.kill())
const suite = await copySuite(shards, { isReplicated: true })

const states = async () => (await planCopy(suite.ends)).map(({ state }) => state)
const restart = async (server: TestServer) => {
  await server.kill()
  await server.restart()
}

test('a replica that is away for a while interrupts no copy, and a day is taken in once all of them are there', async () => {
  const { ends, said } = suite
  const { attachDays } = suite.store
  // One replica of each shard: the newest day may be in any of them.
  const away = shards.map(([, second]) => second)
  for (const { day } of await planCopy(ends)) {
    let chunks = 0
    let back: Promise<unknown> = Promise.resolve()
    const insert: typeof ends.insert = async (...chunk) => {
      if (chunks++ === 1) {
        await Promise.all(away.map(server => server.kill()))
        back = Promise.all(away.map(server => server.restart()))
      }
      await ends.insert(...chunk)
    }
    await copyWholeDay({ ...ends, insert }, day)
    await back
  }
  await Promise.all(away.map(server => server.kill()))
  await attachDays.tick()
  expect(said.filter(message => message.includes('waits'))).toEqual(
    Array(3).fill(expect.stringMatching(/^the copied day \d+ waits: .*127\.0\.0\.1:\d+/)),
  )
  expect(await states()).toEqual(Array(3).fill('verified'))
  await Promise.all(away.map(server => server.restart()))
  await eventually(() => attachDays.tick().then(states)).toEqual(Array(3).fill('attached'))
  await suite.expectWhole()
})

test('a day counts as copied once each replica has all of it', async () => {
  const { ends } = suite
  await createCopyTables(ends.target)
  const behind = shards.map(([, second]) => second)
  for (const server of behind) await server.query('SYSTEM STOP FETCHES millrace.events_copy_local')
  const copying = suite.copyDays()
  const waiting = async () => {
    const sql =
      "SELECT count() FROM system.processes WHERE query LIKE 'SYSTEM SYNC REPLICA %events_copy_local%'"
    return (await Promise.all(behind.map(server => server.query(sql)))).join()
  }
  const waits = eventually(waiting).toMatch('1')
  expect(await Promise.race([copying.then(() => 'copied'), waits.then(() => 'waits')])).toBe('waits')
  expect(new Set(await states())).toEqual(new Set(['missing']))
  for (const server of behind) await server.query('SYSTEM START FETCHES millrace.events_copy_local')
  await copying
  expect(await states()).toEqual(Array(3).fill('verified'))
  await suite.store.attachDays.tick()
  await suite.expectWhole()
})

test('a copy that was damaged on the way is removed, and made again as a whole', async () => {
  const { ends } = suite
  const [newest] = await planCopy(ends)
  let chunks = 0
  const insert: typeof ends.insert = async (shard, sql, rows) => {
    const bytes = Buffer.from(rows)
    if (chunks++ === 1) bytes[bytes.indexOf('event')] = 'E'.charCodeAt(0)
    await ends.insert(shard, sql, bytes)
  }
  await expect(copyWholeDay({ ...ends, insert }, newest?.day ?? '')).rejects.toThrow('It is removed')
  // The servers do not mistake its other chunks for earlier ones.
  await suite.copyDays()
  await suite.store.attachDays.tick()
  await suite.expectWhole()
})

test('each step of taking a day in may be the last before a kill', async () => {
  const { store, ends } = suite
  await suite.copyDays()
  for (let step = 0; ; step++) {
    const kill = failing(step, true)
    const client = kill.client(store.client)
    await new AttachDays({ store: { ...store, client }, gate: new OldBatchGate(), log: () => {} }).tick()
    if (!kill.isReached) break
  }
  await new AttachDays({ store, gate: new OldBatchGate(), log: () => {} }).tick()
  expect(await states()).toEqual(Array(3).fill('attached'))
  for (const { day } of await planCopy(ends)) await verifyDay(ends, day)
  await suite.expectWhole()
})

test('days move to replicas while events come in, and copy, replicas, Keeper and service are killed: none is lost or doubled', async () => {
  await suite.store.close()
  for (const server of servers) await server.query('DROP DATABASE IF EXISTS millrace SYNC')
  const millrace = await Millrace.start({ MILLRACE_DEDUP_WINDOW: String(window) })
  onTestFinished(() => millrace.remove())
  const settings = {
    MILLRACE_CLICKHOUSE_URL: servers.map(({ url }) => url).join(','),
    MILLRACE_CLICKHOUSE_CLUSTER: 'millrace',
    MILLRACE_CLICKHOUSE_REPLICATED: 'true',
  }
  const [[first, second]] = shards
  const restartKeeper = async () => {
    await keeper.kill()
    await keeper.restart()
  }
  await moveWhileKilled(millrace, settings, kills, [
    () => restart(first),
    () => restart(second),
    restartKeeper,
  ])
  const rows = async (server: TestServer) => await server.query('SELECT count() FROM millrace.events_local')
  for (const [one, other] of shards) expect(await rows(one)).toBe(await rows(other))
  const staged = (server: TestServer) => server.query('SELECT count() FROM millrace.events_copy_local')
  for (const server of servers) await eventually(() => staged(server)).toBe('0')
})
