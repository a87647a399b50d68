import path from 'node:path'
import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary.ts'
import { NodeSqliteDialect } from './dialect.ts'

interface Shelf {
  books: { id: number; title: string | null }
}

async function openShelf(file = path.join(temporaryFolder(), 'shelf.sqlite')) {
  const db = new Kysely<Shelf>({ dialect: new NodeSqliteDialect(file) })
  onTestFinished(() => db.destroy())
  await db.schema
    .createTable('books')
    .ifNotExists()
    .addColumn('id', 'integer', column => column.primaryKey())
    .addColumn('title', 'text')
    .execute()
  return { db, file }
}

const titles = async (db: Kysely<Shelf>) =>
  (await db.selectFrom('books').select('title').orderBy('id').execute()).map(row => row.title)

test('rows go in and come out as they were', async () => {
  const { db } = await openShelf()
  const inserted = await db
    .insertInto('books')
    .values({ id: 1, title: 'Ä "quoted" \u{1f4d6}\n' })
    .executeTakeFirst()
  expect(inserted.numInsertedOrUpdatedRows).toBe(1n)
  await db
    .insertInto('books')
    .values({ id: 2 ** 52, title: null })
    .execute()
  expect(await db.selectFrom('books').selectAll().orderBy('id').execute()).toEqual([
    { id: 1, title: 'Ä "quoted" \u{1f4d6}\n' },
    { id: 2 ** 52, title: null },
  ])
  expect(await db.updateTable('books').set({ title: 'x' }).returning('id').execute()).toHaveLength(2)
  expect((await db.deleteFrom('books').executeTakeFirst()).numDeletedRows).toBe(2n)
})

test('a value that the database does not know is refused', async () => {
  const { db } = await openShelf()
  for (const value of [true, undefined, new Date(0), { a: 1 }]) {
    await expect(sql`insert into books (id, title) values (1, ${value})`.execute(db)).rejects.toThrow(
      'cannot be kept in the metadata',
    )
  }
  expect(await titles(db)).toEqual([])
})

test('a transaction that fails leaves nothing behind', async () => {
  const { db } = await openShelf()
  const failed = db.transaction().execute(async transaction => {
    await transaction.insertInto('books').values({ id: 1, title: 'a' }).execute()
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await titles(db)).toEqual([])
})

test('a full disk is an outage that leaves nothing half written, and passes', async () => {
  const { db } = await openShelf()
  const { page_count: pages } =
    (await sql<{ page_count: number }>`pragma page_count`.execute(db)).rows[0] ?? {}
  await sql.raw(`pragma max_page_count = ${Number(pages) + 1}`).execute(db)
  const write = (number: number) =>
    db.transaction().execute(async transaction => {
      for (const at of [0, 1, 2]) {
        const id = number * 10 + at
        await transaction
          .insertInto('books')
          .values({ id, title: `${'x'.repeat(3_000)}${id}` })
          .execute()
      }
    })
  for (const number of [1, 2])
    await expect(write(number)).rejects.toMatchObject({
      code: 'metadata_unavailable',
      status: 503,
      retryAfter: 5,
      message: 'The metadata cannot be written or read: database or disk is full.',
    })
  expect(await titles(db)).toEqual([])
  await db.insertInto('books').values({ id: 1, title: 'small' }).execute()
  await sql.raw('pragma max_page_count = 1000').execute(db)
  await write(3)
  expect(await titles(db)).toHaveLength(4)
})

test('whoever asks during a transaction sees what it left', async () => {
  const { db } = await openShelf()
  const writing = db.transaction().execute(async transaction => {
    await transaction.insertInto('books').values({ id: 1, title: 'a' }).execute()
    await new Promise(resolve => setImmediate(resolve))
    await transaction.insertInto('books').values({ id: 2, title: 'b' }).execute()
  })
  const reading = titles(db)
  await writing
  expect(await reading).toEqual(['a', 'b'])
})

test('a transaction holds the write lock from its start', async () => {
  const { db, file } = await openShelf()
  const { db: other } = await openShelf(file)
  await sql`pragma busy_timeout = 0`.execute(other)
  await db.transaction().execute(async transaction => {
    await expect(other.transaction().execute(async () => {})).rejects.toThrow('database is locked')
    await transaction.insertInto('books').values({ id: 1, title: 'a' }).execute()
  })
  expect(await titles(other)).toEqual(['a'])
})

test('more statements than are kept prepared still work', async () => {
  const { db } = await openShelf()
  for (let round = 0; round < 2; round++) {
    for (let number = 0; number < 600; number++) {
      const { rows } = await sql<{ n: number }>`select ${sql.raw(String(number))} as n`.execute(db)
      expect(rows).toEqual([{ n: number }])
    }
  }
})

test('the promises of the file', async () => {
  const { db } = await openShelf()
  const pragma = async (name: string) =>
    Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})[0]
  expect(await pragma('journal_mode')).toBe('wal')
  expect(await pragma('synchronous')).toBe(2)
  expect(await pragma('foreign_keys')).toBe(1)
  expect(await pragma('busy_timeout')).toBe(3_000)
})
