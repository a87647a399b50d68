import path from 'node:path'
import type { Settings } from '../schema/settings/settings.ts'
import { BackupError } from './backup-error.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Folders that a backup contains besides events, spool and metadata: their paths by the settings, keyed by
 * their names in the backup.
 */
export function backedUpFolders(
  settings: Pick<Settings, 'dataDir' | 'rulesDir' | 'templatesDir' | 'scriptsDir'>,
): Snapshot['folders'] {
  const { dataDir, rulesDir, templatesDir, scriptsDir } = settings
  return {
    rules: rulesDir ?? path.join(dataDir, 'rules'),
    templates: templatesDir ?? path.join(dataDir, 'templates'),
    scripts: scriptsDir ?? path.join(dataDir, 'scripts'),
    reports: path.join(dataDir, 'reports'),
  }
}

/** Throws a BackupError if events or metadata are on servers and not in the data folder. */
export function requireLocalData({
  clickhouseUrl,
  postgresUrl,
}: Pick<Settings, 'clickhouseUrl' | 'postgresUrl'>): void {
  if (clickhouseUrl !== undefined)
    throw new BackupError(
      'The events are on ClickHouse (MILLRACE_CLICKHOUSE_URL): back them up there with its BACKUP, and the metadata as docs/backup.md says.',
    )
  if (postgresUrl !== undefined)
    throw new BackupError(
      'The metadata is in PostgreSQL (MILLRACE_POSTGRES_URL): back it up with pg_dump, and the data folder as docs/backup.md says.',
    )
}
