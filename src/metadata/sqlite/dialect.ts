import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { commitWithEntry, needsCommitWithEntry } from '../audit/pending-entry.ts'
import { hasChanged, isRead } from '../database/changing-statement.ts'
import { openSqlite } from './database.ts'

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

class ImmediateDriver extends SqliteDriver {
  #connection: SharedConnection | undefined

  /** The holder of the connection has it alone until it is released. */
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

  /** SQLite has rolled back already when the disk was full or failed: that error is the one that counts. */
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
   * Takes the write lock at once: taken later, it fails when another process has written in between, in spite
   * of the busy timeout.
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
