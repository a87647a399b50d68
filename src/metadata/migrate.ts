import { type Kysely, type Migration, Migrator } from 'kysely'
import { MetadataError } from './metadata-error.ts'
import { migrations } from './migrations/all.ts'
import type { Database } from './tables.ts'

const migrationTable = 'migrations'

export interface MigrateOptions {
  /** Path of the metadata, for messages. */
  location: string
  /** Called before existing metadata is changed, which is left as it is when this fails. */
  backUp: (before: string) => Promise<void>
  /** For tests of later versions. */
  migrations?: Readonly<Record<string, Migration>>
}

/**
 * Migrates the tables to this version, each step in a transaction of its own. Throws a MetadataError for metadata of a newer version,
 * which stays unchanged.
 */
export async function migrate(db: Database, options: MigrateOptions): Promise<void> {
  const known = options.migrations ?? migrations
  const names = Object.keys(known)
  const done = await appliedMigrations(db)
  const unknown = done.filter(name => !names.includes(name))
  if (unknown.length > 0) {
    throw new MetadataError(
      `The metadata in ${options.location} was written by a newer Millrace (${unknown.join(', ')}; this one knows up to ${names.at(-1)}). Start that version, or put back a copy from before.`,
    )
  }
  const next = names.find(name => !done.includes(name))
  if (next === undefined) return
  if (done.length > 0) await options.backUp(next)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...known }) },
    migrationTableName: migrationTable,
    migrationLockTableName: `${migrationTable}_lock`,
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

async function appliedMigrations(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(table => table.name === migrationTable)) return []
  // A table of kysely, which `Tables` does not declare.
  const own = db as unknown as Kysely<{ migrations: { name: string } }>
  const rows = await own.selectFrom('migrations').select('name').orderBy('name').execute()
  return rows.map(row => row.name)
}
