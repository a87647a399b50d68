import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Kysely, sql } from 'kysely'
import { syncFolder } from '../data-folder/create-file.ts'
import type { OpenedDatabase } from '../database/opened-database.ts'
import type { Database, Tables } from '../database/tables.ts'
import { type MigrateOptions, migrate } from '../migrations/migrate.ts'
import { NodeSqliteDialect } from './dialect.ts'

/** Path of the metadata in a data folder. */
export function metadataFile(folder: string): string {
  return path.join(folder, 'metadata.sqlite')
}

/**
 * Opens and migrates the file of a data folder; creates it if missing. Throws a MetadataError for metadata of
 * a newer version.
 */
export async function openSqliteFile(
  folder: string,
  migrationOptions: Pick<MigrateOptions, 'migrations'>,
  file = metadataFile(folder),
): Promise<OpenedDatabase> {
  const db: Database = new Kysely<Tables>({ dialect: new NodeSqliteDialect(file) })
  try {
    await migrate(db, {
      location: file,
      backUp: migration => backUp(db, folder, migration),
      ...migrationOptions,
    })
    return { db, beside: db, kind: 'sqlite', location: file }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/**
 * Copies the metadata to `backups`, before a migration. The copy gets its name when it is complete. It
 * replaces the copy of an earlier attempt.
 */
async function backUp(db: Database, folder: string, migration: string): Promise<void> {
  const backups = path.join(folder, 'backups')
  mkdirSync(backups, { recursive: true, mode: 0o700 })
  const copy = path.join(backups, `metadata.before-${migration}.sqlite`)
  const temporary = `${copy}.new`
  rmSync(temporary, { force: true })
  // SQLite writes into an existing empty file and keeps its mode.
  closeSync(openSync(temporary, 'wx', 0o600))
  await sql`vacuum into ${temporary}`.execute(db)
  const descriptor = openSync(temporary, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(temporary, copy)
  syncFolder(backups)
}
