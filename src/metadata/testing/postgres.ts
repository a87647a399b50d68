import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { tableKeys } from '../copy.ts'
import type { PostgresOptions } from '../postgres/options.ts'

/**
 * The PostgreSQL server of this run of the tests; undefined: metadata is in files, as it is for programs that
 * are not tests.
 */
export const postgresServer = process.env.VITEST === undefined ? undefined : inject('postgres')
export const isInFiles = postgresServer === undefined

/** A database, and the client that empties it. */
interface TestDatabase {
  name: string
  client: pg.Client
}

/** Databases that a test of this process has left empty. */
const free: TestDatabase[] = []
/** The database that stands for a folder: opening the folder again finds the same metadata. */
const databases = new Map<string, TestDatabase>()
let made = 0

/**
 * The database with the metadata of a folder in this run of the tests; undefined: it is in the folder. The
 * database is emptied after the test.
 */
export async function postgresOf(folder: string): Promise<PostgresOptions | undefined> {
  if (postgresServer === undefined) return undefined
  const known = databases.get(folder)
  if (known !== undefined) return testOptions(postgresServer, known.name)
  const taken = free.pop() ?? (await openNew(postgresServer))
  databases.set(folder, taken)
  onTestFinished(async () => {
    databases.delete(folder)
    await taken.client.query(emptyTables)
    free.push(taken)
  })
  return testOptions(postgresServer, taken.name)
}

async function openNew(server: string): Promise<TestDatabase> {
  const name = await createDatabase(server)
  return { name, client: await connect(server, name) }
}

/** The options with which tests open a database of this server. */
export function testOptions(server: string, database: string): PostgresOptions {
  return { url: server.replace('DATABASE', database), ca: undefined, maxConnections: 5, timeoutSeconds: 10 }
}

/** Makes a copy of a database that has no open connections. Returns its name. */
export async function createDatabase(server: string, like = 'empty'): Promise<string> {
  const name = `test_${process.pid}_${++made}`
  const client = await connect(server, 'postgres')
  await client.query(`create database ${name} template ${like} strategy file_copy`)
  await client.end()
  return name
}

/** Drops a database that has no open connections. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  const client = await connect(server, 'postgres')
  await client.query(`drop database ${name}`)
  await client.end()
}

async function connect(server: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.replace('DATABASE', database) })
  await client.connect()
  return client
}

const numbered = Object.entries(tableKeys).filter(([table, [key]]) => key === 'id' && table !== 'event_ids')
const emptyTables = [
  'set search_path = millrace',
  ...Object.keys(tableKeys)
    .toReversed()
    .map(table => `delete from ${table}`),
  'insert into event_ids (id, next) values (1, 1)',
  `select ${numbered.map(([table]) => `setval('${table}_id_seq', 1, false)`)}`,
].join(';')
