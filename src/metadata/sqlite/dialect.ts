import { chmodSync, closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { Fault } from '../../schema/fault.ts'
import { commitWithEntry, needsCommitWithEntry } from '../audit/pending-entry.ts'
import { hasChanged, isRead } from '../database/changing-statement.ts'

/** Result codes of SQLite that concern the disk instead of the statement: READONLY, IOERR, FULL, CANTOPEN. */
const diskCodes: ReadonlySet<number> = new Set([8, 10, 13, 14])
const retryAfterSeconds = 5
/** Maximum prepared statements in memory: more than Millrace has. */
const maxStatements = 500
/** A write waits this long for another process that writes. It blocks the whole process: keep it short. */
const busyTimeoutMs = 3_000

/** kysely on node:sqlite. One connection; statements wait for the end of an open transaction. */
export class NodeSqliteDialect implements Dialect {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  createDriver() {
    return new ImmediateDriver({ database: async () => openSqlite(this.#file) })
  }

  createAdapter() {
    return new TransactionalAdapter()
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler()
  }

  createIntrospector(db: Kysely<unknown>) {
    return new SqliteIntrospector(db)
  }
}

/** Takes the write lock at the beginning of each transaction. */
class ImmediateDriver extends SqliteDriver {
  #connection: SharedConnection | undefined

  /** The caller has the connection alone until it releases it. */
  override async acquireConnection(): Promise<SharedConnection> {
    const connection = await super.acquireConnection()
    this.#connection ??= new SharedConnection(connection, this)
    return this.#connection
  }

  override beginTransaction(connection: SharedConnection): Promise<void> {
    return connection.begin()
  }

  override async commitTransaction(connection: SharedConnection): Promise<void> {
    await commitWithEntry(connection, () => super.commitTransaction(connection))
    connection.isInTransaction = false
  }

  /** If the disk was full or failed, SQLite has rolled back already: then a second rollback is no error. */
  override async rollbackTransaction(connection: SharedConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('no transaction is active')) throw error
    } finally {
      connection.isInTransaction = false
    }
  }
}

/**
 * The connection of a file. A change outside of transactions gets its own transaction when an entry of the
 * audit log must be written with it.
 */
class SharedConnection implements DatabaseConnection {
  isInTransaction = false
  readonly #connection: DatabaseConnection
  readonly #driver: ImmediateDriver

  constructor(connection: DatabaseConnection, driver: ImmediateDriver) {
    this.#connection = connection
    this.#driver = driver
  }

  /**
   * Begins a transaction with the write lock. A lock that is taken later fails if another process has written
   * in between, in spite of the busy timeout.
   */
  async begin(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw('begin immediate'))
    this.isInTransaction = true
  }

  async executeQuery<Row>(statement: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.isInTransaction || isRead(statement) || !needsCommitWithEntry())
      return this.#connection.executeQuery<Row>(statement)
    await this.begin()
    try {
      const result = await this.#connection.executeQuery<Row>(statement)
      if (hasChanged(result)) await this.#driver.commitTransaction(this)
      else await this.#driver.rollbackTransaction(this)
      return result
    } catch (error) {
      await this.#driver.rollbackTransaction(this)
      throw error
    }
  }

  streamQuery<Row>(statement: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(statement, chunkSize)
  }
}

class TransactionalAdapter extends SqliteAdapter {
  /** SQLite rolls back CREATE TABLE, so a failed migration leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/**
 * Opens a SQLite file for kysely, creating it (readable by its owner only) if missing. Commits are synced: a
 * power failure or kill -9 loses none. A full or failing disk is a
 * `metadata_unavailable` in statements, except in rows that are read one by one.
 */
function openSqlite(file: string): SqliteDatabase {
  // SQLite would make the file readable by all; -wal and -shm get the mode of the file.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL')
  const statements = new LRUCache<string, SqliteStatement>({ max: maxStatements })
  return {
    prepare(sql) {
      const prepared = statements.get(sql) ?? statementFor(withFaults(() => database.prepare(sql)))
      statements.set(sql, prepared)
      return prepared
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}

function statementFor(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: values => withFaults(() => statement.all(...bindable(values))),
    run: values => withFaults(() => statement.run(...bindable(values))),
    iterate: values => statement.iterate(...bindable(values)),
  }
}

/** Values that SQLite has types for; anything else is a bug and must not become text by accident. */
function bindable(values: readonly unknown[]): SQLInputValue[] {
  return values.map(value => {
    if (
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'bigint' ||
      value instanceof Uint8Array ||
      value === null
    ) {
      return value
    }
    throw new TypeError(`a value of type ${typeof value} cannot be kept in the metadata`)
  })
}

/** Maps SQLite errors to API errors: disk errors become a retryable 503. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error
  // The low byte of an extended code is its primary one.
  if (!diskCodes.has(error.errcode & 0xff)) return error
  return new Fault('metadata_unavailable', {
    detail: `The metadata cannot be written or read: ${error.message}.`,
    retryAfter: retryAfterSeconds,
    cause: error,
  })
}

/** Calls a function of SQLite and maps its errors by `faultOf`. */
function withFaults<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw faultOf(error)
  }
}
