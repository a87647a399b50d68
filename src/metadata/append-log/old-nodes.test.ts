import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../../telemetry/log.ts'
import { eventually } from '../../testing/until.ts'
import { migrations } from '../migrations/all.ts'
import { remainderBy } from '../nodes/remainders.ts'
import { openPostgres } from '../postgres/open.ts'
import { createDatabase, dropDatabase, postgresServer, testOptions } from '../testing/postgres.ts'
import { AppendLog } from './append-log.ts'
import { endKeeping } from './statements.ts'
import { entriesAfter, file } from './testing/place.ts'

const log = openLog('silent')

/** A database as the version before 0036 left it, with a log of two entries. */
async function openOld() {
  if (postgresServer === undefined) throw new Error('there is no PostgreSQL')
  const server = postgresServer
  const name = await createDatabase(server, 'template0')
  onTestFinished(() => dropDatabase(server, name))
  const options = testOptions(server, name)
  const before = Object.fromEntries(Object.entries(migrations).filter(([each]) => each < '0036'))
  const { db } = await openPostgres(options, log, { migrations: before })
  await db.destroy()
  const connect = async () => {
    const client = new pg.Client({ connectionString: options.url, options: '-c search_path=millrace' })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  const client = await connect()
  const [earlier, last] = [4 * remainderBy + 2, 5 * remainderBy + 2]
  await client.query(`
    insert into nodes (name, folder, created_at, url, remainder)
      values ('old', 'folder-2', 0, 'http://old', 2), ('new', 'folder-1', 0, null, 1);
    insert into append_log_state (name, position, batch, joins, own_numbers) values ('events', 70, ${last}, 3, 0);
    insert into append_log (position, kind, batch, is_repeated, body, token)
      values (69, 'begin', ${earlier}, 0, 'earlier', 'a'), (70, 'begin', ${last}, 0, 'last', 'b');
    insert into append_batches (folder, sequence, batch, position, is_pending, is_repeated)
      values ('folder-2', 8, ${last}, 70, 1, 0)`)
  return {
    name,
    options,
    connect,
    query: (text: string, values: unknown[] = []) => client.query(text, values),
  }
}

async function openMigrated() {
  const { options, query, ...place } = await openOld()
  const { db } = await openPostgres(options, log, {})
  await db.destroy()
  const node = { remainder: 1, name: 'new' }
  const shared = await AppendLog.open({ postgres: options, folder: 'folder-1', node, clock: () => 0, log })
  onTestFinished(() => shared.close())
  /** Adds an entry as the version before 0036 did, with the next number. */
  const addAsOldNode = () =>
    query(`with state as (
        update append_log_state set position = position + 1, batch = batch + ${remainderBy} where name = 'events'
        returning position, batch
      ) insert into append_log (position, kind, batch, is_repeated, body, token)
      select position, 'begin', batch, 0, 'old', 'c' from state`)
  const isKept = async () =>
    (await query('select is_current from append_log_state')).rows[0].is_current === '1'
  return { ...place, shared, query, addAsOldNode, isKept }
}

const ended = `update nodes set url = null, seen_at = extract(epoch from now() - interval '11 minutes') * 1000000`

test('nodes of the version before and of this one append to one log, in one order', async () => {
  const { shared, query, addAsOldNode, isKept } = await openMigrated()
  const start = await shared.join(0)
  expect(start).toMatchObject({ position: 70, token: 'b', joins: 4, pending: [{ body: 'last' }] })
  expect(await isKept()).toBe(true)
  await shared.begin([file(1)], 4, 0)
  await addAsOldNode()
  await shared.begin([file(2), file(3)], 4, 0)
  await shared.end([1])
  await shared.drop('a day')
  await addAsOldNode()
  const step = Math.floor(start.highest / remainderBy)
  const number = (place: number, remainder: number) => (step + place) * remainderBy + remainder
  expect(await entriesAfter(shared, start)).toEqual([
    `begin ${number(1, 1)} false body 1`,
    `begin ${number(2, 1)} false old`,
    `begin ${number(3, 1)} false body 2`,
    `begin ${number(4, 1)} false body 3`,
    `end ${number(1, 1)} false `,
    'drop 0 false a day',
    `begin ${number(5, 1)} false old`,
  ])
  // The old node was upgraded: its row says so, and it joins.
  await query('update nodes set reads_entries = 1')
  expect(await shared.join(0)).toMatchObject({ position: 77, token: 'c', joins: 5 })
  expect(await isKept()).toBe(false)
})

test('a node of the version before that runs after all changes nothing', async () => {
  const { shared, query, addAsOldNode, isKept } = await openMigrated()
  await shared.join(0)
  await query(endKeeping.text, [600_000_000])
  expect(await isKept()).toBe(true)
  await query(ended)
  await query(endKeeping.text, [600_000_000])
  expect(await isKept()).toBe(false)
  const start = await shared.join(0)
  await expect(addAsOldNode()).rejects.toThrow('This node has an earlier version than the log of appends.')
  await shared.begin([file(1)], 5, 0)
  expect((await entriesAfter(shared, start))?.length).toBe(1)
})

test('a migration and nodes of the version before never wait for each other in a circle', async () => {
  const { options, connect, query } = await openOld()
  const other = await connect()
  await query('begin')
  await query('select * from append_log')
  const migrated = openPostgres(options, log, {})
  const migrating = `select 1 from pg_stat_activity where datname = current_database()
    and query like 'do %lock table append_log%'`
  await eventually(async () => (await other.query(migrating)).rowCount).toBe(1)
  await query('select * from append_log_state for update')
  await query('select * from nodes')
  await query('commit')
  const { db } = await migrated
  await db.destroy()
})

test('while a migration waits for a pg_dump, nodes of the version before keep changing the log', async () => {
  const { options, connect, query } = await openOld()
  const [dump, other] = [await connect(), await connect()]
  await dump.query('begin isolation level repeatable read')
  await dump.query('lock table append_log_state, append_log, append_batches, nodes in access share mode')
  const migrated = openPostgres(options, log, {})
  const tries = `select 1 from pg_stat_activity where datname = current_database()
    and query like 'do %lock table append_log%'`
  await eventually(async () => (await other.query(tries)).rowCount).toBe(1)
  for (let change = 0; change < 10; change++)
    await query("update append_log_state set position = position + 1 where name = 'events'")
  expect((await other.query(tries)).rowCount).toBe(1)
  await dump.query('commit')
  const { db } = await migrated
  await db.destroy()
})

test('the log has one order also in a database whose transactions keep their first snapshot', async () => {
  const { name, shared, connect, query } = await openMigrated()
  const other = await connect()
  await query(`alter database ${name} set default_transaction_isolation = 'repeatable read'`)
  const start = await shared.join(0)
  await query('begin')
  await query('select * from append_log_state for update')
  await query(`insert into append_log (position, kind, batch, is_repeated, body, token)
    values (71, 'drop', 0, 0, 'one', 'c')`)
  const dropped = shared.drop('other')
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await eventually(async () => (await other.query(waiting)).rowCount).toBe(1)
  await query('commit')
  await dropped
  expect(await entriesAfter(shared, start)).toEqual(['drop 0 false one', 'drop 0 false other'])
})
