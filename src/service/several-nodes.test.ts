import { renameSync } from 'node:fs'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, startServer } from '../../scripts/testing/postgres-server.ts'
import { AppendLog } from '../metadata/append-log/append-log.ts'
import { postgresOf, testOptions } from '../metadata/testing/postgres.ts'
import { temporaryFolder } from '../metadata/testing/temporary.ts'
import { Fault } from '../schema/fault.ts'
import type { ShardClient, SqlClient } from '../storage/clients/sql-client.ts'
import { emptyAccount, type Read } from '../storage/contract/event-store.ts'
import { AttachDays } from '../storage/store/copy/attach-days.ts'
import { createCopyTables, recordDay } from '../storage/store/copy/copied-days.ts'
import { OldBatchGate } from '../storage/store/copy/old-batch-gate.ts'
import { openServerStore, type ServerStore } from '../storage/store/server/open.ts'
import { TestServer } from '../storage/testing/clickhouse-server.ts'
import { eagerRollups } from '../storage/testing/eager-rollups.ts'
import { ordinary, rowsOf, spoolFile } from '../storage/testing/spool-file.ts'
import { openLog } from '../telemetry/log.ts'
import { eventually } from '../testing/until.ts'

const start = Date.UTC(2026, 0, 1) / 1_000
const day = 86_400
const scope = { from: start, to: start + 2 * day, predicate: { kind: 'const', value: true } as const }
const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }

const server = await TestServer.start()
afterAll(() => server.kill())

let last = 0
const batch = (...seconds: number[]) =>
  spoolFile(
    seconds.flatMap(second =>
      rowsOf({
        ...ordinary,
        id: ++last,
        occurrences: [(start + second) * 1_000_000],
        message: 'a',
        tags: {},
      }),
    ),
  )

/** An empty store, opened by nodes with different ids. `address`: where its own PostgreSQL is. */
async function openPlace(address?: string) {
  await server.query('DROP DATABASE IF EXISTS millrace SYNC')
  const postgres =
    address === undefined ? await postgresOf(temporaryFolder()) : testOptions(address, emptyDatabase)
  if (postgres === undefined) throw new Error('there is no PostgreSQL')
  const client = new pg.Client({ connectionString: postgres.url, options: '-c search_path=millrace' })
  // A test stops its server.
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  const openShared = (id: number, lockTimeoutMs?: number) => {
    const name = `node-${id}`
    const options = { postgres, folder: name, node: { remainder: id, name }, log: openLog('silent') }
    return AppendLog.open({ ...options, ...(lockTimeoutMs && { lockTimeoutMs }) })
  }
  const open = async (id: number) => {
    const warnings: string[] = []
    const sharedLog = await openShared(id)
    const store = await openServerStore({
      ...{
        addresses: [server.address],
        owner: 'tests',
        window: 60,
        retentionDays: 100_000,
        rollups: eagerRollups,
      },
      sharedLog,
      log: message => warnings.push(message),
    })
    onTestFinished(() => store.close())
    return Object.assign(store, { warnings, sharedLog })
  }
  const query = (sql: string) => client.query(sql)
  /**
   * Does the work, then resets the log to its previous state, like a failover to a replica that was behind.
   * `unaware`: a log that reads nothing meanwhile.
   */
  const loses = async (work: () => Promise<unknown>, unaware?: AppendLog) => {
    const away = async () => Promise.reject(new Fault('metadata_unavailable'))
    if (unaware !== undefined) Object.assign(unaware, { read: away })
    const tables = ['append_log', 'append_batches', 'append_log_state']
    for (const table of tables) await query(`create table old_${table} as select * from ${table}`)
    await work()
    const puts = tables.map(
      table => `insert into ${table} select * from old_${table}; drop table old_${table}`,
    )
    await query(`begin; truncate ${tables}; ${puts.join(';')}; commit`)
    if (unaware !== undefined) Object.assign(unaware, { read: AppendLog.prototype.read })
  }
  return { open, openShared, query, loses }
}

const events = async (store: ServerStore) => (await store.countEvents(scope, scope, read)).events
/** Counts events until the store keeps the counts in memory. */
async function warm(store: ServerStore): Promise<void> {
  for (let times = 0; times < 3; times++) {
    await events(store)
    await store.rollups.settled()
  }
}

test('rows that one node appends are in the counts that another one has in memory, without a statement', async () => {
  const { open } = await openPlace()
  const [one, other] = [await open(1), await open(2)]
  await one.append(batch(10, day + 10))
  await warm(other)
  await one.append(batch(20))
  const account = emptyAccount()
  expect((await other.countEvents(scope, scope, { ...read, account })).events).toBe(3)
  expect([account.statements, account.spansCounted]).toEqual([0, 0])
})

test('a node restores the windows of its own events, also of events before there was a log', async () => {
  const { open } = await openPlace()
  const alone = await openServerStore({
    ...{ addresses: [server.address], owner: 'tests', window: 60, retentionDays: 100_000 },
    log: () => {},
  })
  const old = batch(10)
  await alone.append(old)
  await alone.close()
  const [one, other] = [await open(1), await open(2)]
  await one.append(batch(20, 21))
  await other.append(batch(30))
  await one.append(batch(40))
  const recent = async (store: ServerStore) => {
    const seconds: number[] = []
    for await (const events of store.recent(start, 100, read))
      seconds.push(...events.map(({ ts }) => ts / 1_000_000 - start))
    return seconds
  }
  expect(await recent(one)).toEqual([40, 21, 20, 10])
  expect(await recent(other)).toEqual([30, 10])
})

test('a batch whose node was killed stays out of counts until its node finishes it', async () => {
  const { open, openShared } = await openPlace()
  const other = await open(2)
  await other.append(batch(10, day + 10))
  await warm(other)
  const killed = await openShared(1)
  const { joins } = await killed.join(0)
  const [whole, half] = [batch(20, day + 20), batch(30)]
  const { minutes, repeatMinutes, names, rows, sequence } = whole
  const body = JSON.stringify({ minutes, repeatMinutes, names, rows, file: whole.file })
  const [begun] = (await killed.begin([{ sequence, body }], joins, 0)) ?? []
  // A part of its rows reached the table.
  await other.insertFiles([{ ...half, sequence: begun?.batch ?? 0 }])
  await killed.close()
  expect(await events(other)).toBe(2)
  const late = await open(3)
  const again = await open(1)
  await again.append({ ...whole, repeated: true })
  // The first day of the batch was stored already.
  for (const store of [other, late, again]) expect(await events(store)).toBe(4)
})

test('a node that has lost the log counts from scratch, and batches that continue then are there once', async () => {
  const { open, query } = await openPlace()
  const [one, other] = [await open(1), await open(2)]
  await one.append(batch(10, day + 10))
  await warm(other)
  // As in an older copy of the database: the other node does not know the last batch yet.
  await query('truncate append_log, append_batches, append_log_state')
  await one.append(batch(20))
  expect([await events(other), await events(one)]).toEqual([3, 3])
  expect(other.warnings).toContain(
    'the log of appends may have lost what this node had not read; it forgets its counts and rows',
  )
  await other.append(batch(30))
  expect([await events(one), await events(other)]).toEqual([4, 4])
  expect(await server.query('SELECT count(), uniqExact(batch) FROM millrace.events')).toBe('4\t3')
})

test('a number that PostgreSQL confirmed and lost is not given to a batch of another node', async () => {
  const { open, loses } = await openPlace()
  const [one, other] = [await open(1), await open(2)]
  await one.append(batch(10))
  expect(await events(other)).toBe(1)
  // The other node does not notice, since it reads nothing meanwhile.
  await loses(() => one.append(batch(20), batch(30)), other.sharedLog)
  await other.append(batch(40), batch(50))
  expect(await server.query('SELECT count(), uniqExact(batch) FROM millrace.events')).toBe('5\t5')
  expect([await events(one), await events(other)]).toEqual([5, 5])
})

test('rows of a node that is gone with a PostgreSQL, which lost it, are in the counts of the others', async () => {
  const postgres = await startServer()
  onTestFinished(() => postgres.stop())
  const { open, loses } = await openPlace(postgres.address)
  const [one, other] = [await open(1), await open(2)]
  await one.append(batch(10))
  await warm(other)
  // The machine with the node and the database fails.
  await loses(async () => {
    await one.append(batch(20))
    await one.close()
  }, other.sharedLog)
  await postgres.end()
  await postgres.begin()
  await eventually(() => events(other).catch(() => undefined)).toBe(2)
})

test('a number that PostgreSQL confirmed and lost is not given to a later batch of its node, nor after a restart', async () => {
  const { open, loses } = await openPlace()
  const one = await open(1)
  await one.append(batch(10))
  const [late, later] = [batch(20), batch(30)]
  const [away, gone] = [`${late.file}.away`, `${later.file}.away`]
  renameSync(late.file, away)
  renameSync(later.file, gone)
  await loses(async () => {
    // The batches have begun, but cannot be stored.
    await expect(one.append(late, later)).rejects.toThrow('ENOENT')
  })
  await one.append(batch(40), batch(50))
  renameSync(away, late.file)
  await one.append({ ...late, repeated: true })
  expect(await server.query('SELECT count(), uniqExact(batch) FROM millrace.events')).toBe('4\t4')
  await one.close()
  const again = await open(1)
  expect(await events(again)).toBe(4)
  renameSync(gone, later.file)
  await again.append({ ...later, repeated: true })
  expect(await events(again)).toBe(5)
})

test('a day that one node drops is dropped for all, and counted among all that were ever stored', async () => {
  const { open, query } = await openPlace()
  const [one, other] = [await open(1), await open(2)]
  await one.append(batch(10, day + 10))
  await warm(other)
  expect((await other.counts.count(scope.from, scope.to, read)).ever.events).toBe(2)
  const drops = () => query(`select count(*) from append_log where kind = 'drop'`)
  expect(await one.counts.drop('20260101', start, async () => false)).toBe(false)
  expect((await drops()).rows).toEqual([{ count: '0' }])
  expect(await events(other)).toBe(2)
  // Retention looks for events of holds in the same way, on one node at a time.
  const drop = (store: typeof one) =>
    store.counts.drop('20260101', start, async () => {
      await store.catchUp()
      return (await events(store)) === 2
    })
  expect(await Promise.all([drop(one), drop(other)])).toEqual([true, true])
  for (const store of [one, other]) {
    expect(await events(store)).toBe(1)
    expect((await store.counts.count(scope.from, scope.to, read)).ever.events).toBe(2)
  }
  expect((await drops()).rows).toEqual([{ count: '2' }])
})

test('a node that has lost its lock does not take in a copied day that another one has taken in', async () => {
  const { open, query } = await openPlace()
  const [one, other] = [await open(1), await open(2)]
  for (const { attachDays } of [one, other]) await attachDays.stop()
  await one.append(batch(10, 20))
  await createCopyTables(one.client)
  await server.query(
    'INSERT INTO millrace.events_copy SELECT * REPLACE (id + 1000 AS id, toUInt64(5) AS batch) FROM millrace.events',
  )
  await recordDay(one.client, { day: '20260101', rows: 2, checksum: '0', state: 'verified' })
  const attachOf = (store: Awaited<ReturnType<typeof open>>, changed: Partial<ShardClient>) => {
    const shards: SqlClient['shards'] = [{ ...store.client.shards[0], ...changed }]
    const client: SqlClient = Object.create(store.client, { shards: { value: shards } })
    const log = (message: string) => store.warnings.push(message)
    const { sharedLog } = store
    return new AttachDays({ store: { ...store, client }, gate: new OldBatchGate(), sharedLog, log })
  }
  // It is killed before it empties the staging table.
  const first = attachOf(other, {
    command: sql =>
      sql.includes('DROP') ? Promise.reject(new Error('killed')) : other.client.shards[0].command(sql),
  })
  let isLost = false
  const select: ShardClient['select'] = async (sql, how) => {
    const rows = await one.client.shards[0].select(sql, how)
    if (sql.includes('batch GLOBAL IN (SELECT DISTINCT') && !isLost) {
      isLost = true
      await query(
        "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 52750",
      )
      await first.tick()
    }
    return rows
  }
  const late = attachOf(one, { select })
  await late.tick()
  expect(isLost).toBe(true)
  expect(one.warnings).toEqual([expect.stringContaining('the copied day 20260101 waits: ')])
  await late.tick()
  expect(await server.query('SELECT count(), uniqExact(id) FROM millrace.events')).toBe('4\t4')
  expect([await events(one), await events(other)]).toEqual([4, 4])
})

test('a batch from before the log that a node delivers while another takes in its day is there once', async () => {
  const { open, query } = await openPlace()
  const [one, other] = [await open(1), await open(2)]
  for (const { attachDays } of [one, other]) await attachDays.stop()
  const old = { ...batch(10, 20), repeated: true }
  await other.append(old)
  await createCopyTables(one.client)
  await server.query('INSERT INTO millrace.events_copy SELECT * FROM millrace.events')
  await server.query('TRUNCATE TABLE millrace.events')
  await recordDay(one.client, { day: '20260101', rows: 2, checksum: '0', state: 'verified' })
  let delivered: Promise<unknown> | undefined
  const [shard] = one.client.shards
  const insert: ShardClient['insert'] = async (...statement) => {
    let isDone = false
    delivered ??= other.append(old).finally(() => {
      isDone = true
    })
    const waits = `select from pg_locks where locktype = 'advisory' and objid = 52750 and not granted`
    await eventually(async () => isDone || (await query(waits)).rowCount === 1).toBe(true)
    await shard.insert(...statement)
  }
  const client: SqlClient = Object.create(one.client, { shards: { value: [{ ...shard, insert }] } })
  const { sharedLog } = one
  const log = (message: string) => one.warnings.push(message)
  await new AttachDays({ store: { ...one, client }, gate: new OldBatchGate(), sharedLog, log }).tick()
  await delivered
  expect(await server.query('SELECT count(), uniqExact(id) FROM millrace.events')).toBe('2\t2')
  expect([await events(one), await events(other)]).toEqual([2, 2])
})

test('a node that runs is not started from a copy of its data folder', async () => {
  const { openShared } = await openPlace()
  const first = await openShared(1)
  await expect(openShared(1, 1)).rejects.toThrow(
    'The node node-1 runs already, with a copy of this data folder.',
  )
  // A second start of the same node waits: the first run may have ended without notice.
  const next = openShared(1)
  await first.close()
  await (await next).close()
})

test('without the log reads say so and appends wait; both resume with it', async () => {
  const { open, query } = await openPlace()
  const one = await open(1)
  await one.append(batch(10))
  // Waits for their ends: until then the node's lock is taken.
  const ends = `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and application_name = 'millrace'`
  await query('alter table append_log_state rename to away')
  await expect(one.append(batch(20))).rejects.toThrow()
  await expect(events(one)).rejects.toThrow()
  await query('alter table away rename to append_log_state')
  await query(ends)
  const lost = await events(one).catch((error: unknown) => error)
  if (lost !== 1) expect(lost).toMatchObject({ code: 'metadata_unavailable' })
  expect(await events(one)).toBe(1)
})
