import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { commitWithEntry } from '../audit/pending-entry.ts'
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
  /** Takes the write lock at the start: taken later, it fails when another process has written in between, in spite of the busy timeout. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await commitWithEntry(connection, () => super.commitTransaction(connection))
  }

  /** SQLite has rolled back already when the disk was full or failed: the error of that is the one that counts. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('no transaction is active')) throw error
    }
  }
}

class TransactionalAdapter extends SqliteAdapter {
  /** SQLite rolls back CREATE TABLE, so a failed migration leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
