import type { Log } from '../telemetry/log.ts'
import type { OpenedDatabase } from './database/opened-database.ts'
import type { MigrateOptions } from './migrations/migrate.ts'
import { openPostgres } from './postgres/open.ts'
import type { PostgresOptions } from './postgres/options.ts'
import { openSqliteFile } from './sqlite/open.ts'

/** Where the metadata is. */
export interface DatabaseOptions {
  /** The data folder. */
  folder: string
  /** undefined: in a SQLite file of the data folder. */
  postgres?: PostgresOptions | undefined
  log: Log
  migrations?: MigrateOptions['migrations']
}

/**
 * Opens and migrates the metadata. Throws a MetadataError for metadata of a newer version, and when it cannot
 * be reached.
 */
export function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  const { folder, postgres, log, migrations } = options
  const migrationOptions = migrations === undefined ? {} : { migrations }
  return postgres === undefined
    ? openSqliteFile(folder, migrationOptions)
    : openPostgres(postgres, log, migrationOptions)
}
