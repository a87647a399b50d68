import { chmodSync, closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'
import { withFaults } from './disk-fault.ts'

/** Prepared statements in memory. All of Millrace has fewer. */
const maxStatements = 500
/** A write waits this long for another process that writes. It blocks the whole process: keep it short. */
const busyTimeoutMs = 3_000

/**
 * Opens a SQLite file for kysely, creating it (readable by its owner only) if missing. Commits are synced: a
 * power failure or kill -9 loses none. A full or failing disk is a `metadata_unavailable`.
 */
export function openSqlite(file: string): SqliteDatabase {
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
