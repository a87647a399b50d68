import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { Kysely, sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openLog } from '../../telemetry/log.ts'
import { eventually } from '../../testing/until.ts'
import { bootstrap } from '../bootstrap.ts'
import { type Database, nameKey } from '../database/tables.ts'
import { migrations } from '../migrations/all.ts'
import { NodeSqliteDialect } from '../sqlite/dialect.ts'
import { createDatabase, postgresOf, testOptions } from '../testing/postgres.ts'
import { openTemporaryMetadata, temporaryFolder } from '../testing/temporary.ts'
import { openPostgres } from './open.ts'
import type { PostgresOptions } from './options.ts'

const log = openLog('silent')
const address = inject('postgres') ?? ''

/** Returns a function that opens the same new metadata, with another connection at each call. */
async function openPlace(options: Partial<PostgresOptions> = {}) {
  const postgres = await postgresOf(temporaryFolder())
  if (postgres === undefined) throw new Error('there is no PostgreSQL')
  return async () => {
    const { db } = await openPostgres({ ...postgres, ...options }, log, {})
    onTestFinished(() => db.destroy())
    return db
  }
}

const fact = (key: string, value = '1') => ({ key, value, updated_at: 1 })
const insert = (db: Database, key: string) => db.insertInto('facts').values(fact(key)).execute()
const keys = async (db: Database) =>
  (await db.selectFrom('facts').select('key').orderBy('key').execute()).map(row => row.key)

/** Ends all other connections of Millrace to the database. */
const endOthers = (db: Database) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'millrace' and pid <> pg_backend_pid()`.execute(
    db,
  )

test('every text comes out as it went in, and is found', async () => {
  const db = await (await openPlace())()
  const texts = [
    '\0',
    'a\0b',
    '\u0001',
    '\u0001\u0001\u0002',
    'Ä "quoted" \\ \u{1f4d6}\n',
    "';--",
    '{"a\\u0000": 1}',
  ]
  for (const text of texts) {
    await db.insertInto('facts').values(fact(text, text)).execute()
    const found = db.selectFrom('facts').select('value').where('key', '=', text)
    expect(await found.executeTakeFirst()).toEqual({ value: text })
  }
  expect(await keys(db)).toHaveLength(texts.length)
})

test('texts are sorted as in SQLite, whatever the database sorts by', async () => {
  const db = await (await openPlace())()
  const sqlite = new Kysely<{ facts: { key: string } }>({
    dialect: new NodeSqliteDialect(path.join(temporaryFolder(), 'words.sqlite')),
  })
  onTestFinished(() => sqlite.destroy())
  await sqlite.schema.createTable('facts').addColumn('key', 'text').execute()
  const words = [
    'a',
    'B',
    'ä',
    'z',
    'Z',
    'a b',
    'a-b',
    'ab',
    'A',
    '_',
    '\u{1f4d6}',
    '\uffff',
    '\0',
    '\0\u0002',
    '\u0001',
    '\u0002',
    '',
  ]
  for (const key of new Set([...words, ...words.map(nameKey)])) {
    await insert(db, key)
    await sqlite.insertInto('facts').values({ key }).execute()
  }
  const sorted = await sqlite.selectFrom('facts').select('key').orderBy('key').execute()
  expect(await keys(db)).toEqual(sorted.map(row => row.key))
})

test('numbers come out as numbers, no matter how they are counted', async () => {
  const db = await (await openPlace())()
  await db
    .updateTable('event_ids')
    .set({ next: 2 ** 53 - 1 })
    .execute()
  const { rows } =
    await sql`select next, count(*) as count, sum(next) as sum, avg(next) as avg, 0.5::real as real
    from event_ids where next < ${1e300} and next > ${-1e300} group by next`.execute(db)
  const next = 2 ** 53 - 1
  expect(rows).toEqual([{ next, count: 1, sum: next, avg: next, real: 0.5 }])
})

test('no value is in an empty list', async () => {
  const db = await (await openPlace())()
  await insert(db, 'a')
  const found = (operator: 'in' | 'not in') =>
    db.selectFrom('facts').select('key').where('key', operator, []).execute()
  expect([await found('in'), await found('not in')]).toEqual([[], [{ key: 'a' }]])
})

test('a value that the database does not know is refused', async () => {
  const db = await (await openPlace())()
  for (const value of [undefined, new Date(0), { a: 1 }])
    await expect(sql`insert into facts (key) values (${value})`.execute(db)).rejects.toThrow(
      'cannot be kept in the metadata',
    )
})

test('a transaction that fails leaves nothing behind', async () => {
  const db = await (await openPlace())()
  const failed = db.transaction().execute(async transaction => {
    await insert(transaction, 'a')
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await keys(db)).toEqual([])
})

test('of several processes one writes at a time, from the start of its transaction; readers do not wait', async () => {
  const open = await openPlace()
  const [one, other] = [await open(), await open()]
  let written = 0
  const writing = async (db: Database) => {
    await db.transaction().execute(async transaction => {
      const before = await keys(transaction)
      await sql`select pg_sleep(0.01)`.execute(transaction)
      expect(await keys(transaction)).toEqual(before)
      await insert(transaction, `${String(before.length).padStart(3, '0')}`)
    })
    await db.insertInto('revocations').values({ token_id: ++written, at: 1 }).execute()
  }
  const writers = Array.from({ length: 10 }, (_, index) => writing(index % 2 === 0 ? one : other))
  await keys(one)
  await Promise.all(writers)
  expect(await keys(other)).toEqual(Array.from({ length: 10 }, (_, index) => String(index).padStart(3, '0')))
})

test('beside the writers run single statements, and no transactions', async () => {
  const postgres = await postgresOf(temporaryFolder())
  if (postgres === undefined) throw new Error('there is no PostgreSQL')
  const { db, beside } = await openPostgres(postgres, log, {})
  onTestFinished(() => db.destroy())
  await db.transaction().execute(async transaction => {
    await insert(transaction, 'a')
    await insert(beside, 'b')
    expect(await keys(beside)).toEqual(['b'])
  })
  const update = beside.updateTable('facts').set({ value: '2' }).where('key', '=', 'b')
  expect((await update.executeTakeFirst()).numUpdatedRows).toBe(1n)
  await expect(beside.transaction().execute(async () => {})).rejects.toThrow('no transaction runs beside')
  expect(await keys(db)).toEqual(['a', 'b'])
})

test('a lost connection is reported as an outage, and the next question is answered', async () => {
  const open = await openPlace()
  const [one, other] = [await open(), await open()]
  await insert(one, 'a')
  const lost = { code: 'metadata_unavailable', status: 503, retryAfter: 1 }
  await expect(
    one.transaction().execute(async transaction => {
      await insert(transaction, 'b')
      await endOthers(other)
      await insert(transaction, 'c')
    }),
  ).rejects.toMatchObject(lost)
  expect(await keys(one)).toEqual(['a'])
  const slow = sql`select pg_sleep(30)`.execute(one)
  const refused = expect(slow).rejects.toMatchObject(lost)
  const isAtWork = sql`select pid from pg_stat_activity where datname = current_database() and state = 'active' and query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`
  await eventually(async () => (await isAtWork.execute(other)).rows.length).toBe(1)
  await endOthers(other)
  await refused
  await insert(one, 'd')
  expect(await keys(one)).toEqual(['a', 'd'])
})

test('a process that stops in the middle of a transaction loses it, and others continue', async () => {
  const open = await openPlace({ timeoutSeconds: 1 })
  const [one, other] = [await open(), await open()]
  const stopped = one.transaction().execute(async transaction => {
    await insert(transaction, 'a')
    await insert(other, 'b')
    await insert(transaction, 'c')
  })
  await expect(stopped).rejects.toMatchObject({ code: 'metadata_unavailable' })
  expect(await keys(one)).toEqual(['b'])
})

test('a statement that takes too long is ended', async () => {
  const db = await (await openPlace({ timeoutSeconds: 1 }))()
  const waiting = sql`select pg_sleep(60)`.execute(db)
  await expect(waiting).rejects.toMatchObject({ code: 'metadata_unavailable' })
  await insert(db, 'a')
})

test('tables are made once by processes that start at the same time', async () => {
  const options = testOptions(address, await createDatabase(address, 'template0'))
  const opened = await Promise.all([1, 2, 3].map(() => openPostgres(options, log, {})))
  for (const { db } of opened) {
    await insert(db, String(opened.findIndex(one => one.db === db)))
    onTestFinished(() => db.destroy())
  }
  const later = { ...migrations, '9001-later': { up: async () => {} } }
  const newer = await openPostgres(options, log, { migrations: later })
  await newer.db.destroy()
  await expect(openPostgres(options, log, {})).rejects.toThrow(
    `was written by a newer Millrace (9001-later; this one knows up to ${Object.keys(migrations).at(-1)}).`,
  )
})

test('two services that start at once make one admin, and have one instance key', async () => {
  const folder = temporaryFolder()
  const open = () => openTemporaryMetadata({ folder })
  const [one, other] = await Promise.all([open(), open()])
  const made = await Promise.all([bootstrap(one.metadata, {}), bootstrap(other.metadata, {})])
  expect(made.filter(result => result.token !== undefined)).toHaveLength(1)
  expect((await other.metadata.users.list({ offset: 0, limit: 10 })).itemCount).toBe(1)
  const postgres = await postgresOf(folder)
  await expect(openTemporaryMetadata({ folder: temporaryFolder(), postgres })).rejects.toThrow(
    'The instance key',
  )
})

test('a database that is not there, and a certificate without a trusted issuer, are refused at once', async () => {
  const missing = openPostgres(testOptions(address, 'nowhere'), log, {})
  await expect(missing).rejects.toThrow(/cannot be opened: database "nowhere" does not exist$/)
  const tls = inject('postgresTls') ?? { address: '', ca: '' }
  const over = async (mode: string, ca?: string, host = 'localhost') => {
    const { url, ...limits } = testOptions(tls.address.replace('localhost', host), 'empty')
    const { db } = await openPostgres({ ...limits, url: `${url}?sslmode=${mode}`, ca }, log, {})
    const { rows } = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
    await db.destroy()
    return rows
  }
  expect(await over('disable')).toEqual([{ ssl: false }])
  expect(await over('require')).toEqual([{ ssl: true }])
  expect(await over('verify-full', tls.ca)).toEqual([{ ssl: true }])
  await expect(over('verify-full')).rejects.toThrow(/cannot be opened: .*certificate/)
  // 127.0.0.1 written in a way that the certificate does not name.
  const other = '127.1'
  expect(await over('verify-ca', tls.ca, other)).toEqual([{ ssl: true }])
  await expect(over('verify-full', tls.ca, other)).rejects.toThrow(/cannot be opened: .*altnames/)
})

test('tables of others in the same database are left alone', async () => {
  const db = await (await openPlace())()
  const name = `other_${randomBytes(4).toString('hex')}`
  await sql`create table public.${sql.ref(name)} (id integer)`.execute(db)
  onTestFinished(async () => void (await sql`drop table public.${sql.ref(name)}`.execute(db)))
  await expect(sql`select * from ${sql.ref(name)}`.execute(db)).rejects.toThrow('does not exist')
})
