import { closeSync, openSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { thrownText } from '../../schema/thrown-text.ts'
import { metadataFile } from './open.ts'

/** Maximum wait for a running Millrace that writes at the same moment. */
const busyTimeoutMs = 3_000
/** Copies all pages in one step, as of one moment; writers continue. The step runs in its own thread. */
const allPages = 2 ** 31 - 1

/**
 * Copies the metadata of a data folder, which may be in use, as it is at one moment, into a single file.
 * Returns its newest migration.
 */
export async function copySqliteFile(folder: string, target: string): Promise<string> {
  closeSync(openSync(target, 'wx', 0o600))
  using source = new DatabaseSync(metadataFile(folder), { readOnly: true, timeout: busyTimeoutMs })
  await backup(source, target, { rate: allPages })
  using copy = new DatabaseSync(target)
  // In WAL mode the copy would need further files beside it.
  copy.exec('PRAGMA journal_mode = DELETE')
  return newestMigration(copy)
}

/** The faults of a metadata file; empty if sound. Creates no files beside a copy by `copySqliteFile`. */
export function findSqliteFaults(file: string): string[] {
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
    const found = database
      .prepare('PRAGMA integrity_check(10)')
      .all()
      .flatMap(row => Object.values(row).map(String))
    const broken = database.prepare('PRAGMA foreign_key_check').all().length
    const faults = found.filter(text => text !== 'ok')
    return broken === 0 ? faults : [...faults, `${broken} rows refer to rows that are not there`]
  } catch (error) {
    return [thrownText(error)]
  }
}

function newestMigration(database: DatabaseSync): string {
  const [row] = database.prepare('SELECT max(name) AS name FROM migrations').all()
  return String(row?.name ?? '')
}
