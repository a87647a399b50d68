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
import { openSqlite } from './database.ts'

/** kysely on the SQLite of Node. One connection; whoever asks while a transaction is open waits for its end. */
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
  /** Takes the write lock at once: one that is asked for later fails, busy timeout or not, when another process wrote meanwhile. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class TransactionalAdapter extends SqliteAdapter {
  /** SQLite can undo a CREATE TABLE, so a migration that fails or is killed leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
