import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { either } from '../database/either.ts'
import { MetadataError } from '../database/metadata-error.ts'
import type { Database } from '../database/tables.ts'
import { migrations } from './all.ts'

const migrationTable = 'migrations'

export interface MigrateOptions {
  /** Path of the metadata, for messages. */
  location: string
  /** Schema of the tables, for databases that have schemas. */
  schema?: string
  /** Called before existing metadata is migrated, with the first migration. If it fails, nothing changes. */
  backUp?: (migration: string) => Promise<void>
  /** For tests of later versions. */
  migrations?: Readonly<Record<string, Migration>>
}

/** The first missing migration, if any. Throws a MetadataError for metadata of a newer version. */
export async function nextMigration(
  db: Database,
  options: Pick<MigrateOptions, 'location' | 'migrations'>,
): Promise<string | undefined> {
  const names = Object.keys(options.migrations ?? migrations)
  const done = await appliedMigrations(db)
  const unknown = done.filter(name => !names.includes(name))
  if (unknown.length > 0) {
    throw new MetadataError(
      `The metadata in ${options.location} was written by a newer Millrace (${unknown.join(', ')}; this one knows up to ${names.at(-1)}). Start that version, or put back a copy from before.`,
    )
  }
  return names.find(name => !done.includes(name))
}

/**
 * Migrates the tables to this version in one transaction. Throws a MetadataError for metadata of a newer
 * version, which stays unchanged.
 */
export async function migrate(db: Database, options: MigrateOptions): Promise<void> {
  const known = options.migrations ?? migrations
  const next = await nextMigration(db, options)
  if (next === undefined) return
  // New metadata has no tables to back up.
  if (next !== Object.keys(known)[0]) await options.backUp?.(next)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...known }) },
    migrationTableName: migrationTable,
    migrationLockTableName: `${migrationTable}_lock`,
    ...(options.schema !== undefined && { migrationTableSchema: options.schema }),
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find(result => result.status === 'Error')?.migrationName ?? next
  throw new MetadataError(
    `The metadata in ${options.location} could not be migrated (${failed}): it is as before.`,
    {
      cause: error,
    },
  )
}

/** The names of the migrations that the database has; empty for new metadata. */
async function appliedMigrations(db: Database): Promise<string[]> {
  const table =
    await sql`select ${sql.lit(1)} from ${tableList} as tables where name = ${migrationTable}`.execute(db)
  if (table.rows.length === 0) return []
  // A table of kysely, which `Tables` does not declare.
  const own = db as unknown as Kysely<{ migrations: { name: string } }>
  const rows = await own.selectFrom('migrations').select('name').orderBy('name').execute()
  return rows.map(row => row.name)
}

/** The names of the tables, in `name`. */
const tableList = either({
  sqlite: sql`sqlite_master`,
  postgres: sql`(select tablename as name from pg_tables where schemaname = current_schema())`,
})
