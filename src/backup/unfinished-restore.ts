import { existsSync } from 'node:fs'
import path from 'node:path'
import { BackupError } from './backup-error.ts'

/** Path of the file that marks a folder while it is being restored. Without it the restore is complete. */
export function restoreMarker(dataDir: string): string {
  return path.join(dataDir, 'restoring')
}

/** Throws a BackupError if the restore of a folder was interrupted. */
export function requireRestored(dataDir: string): void {
  if (existsSync(restoreMarker(dataDir)))
    throw new BackupError(`The restore into ${dataDir} did not end: empty the folder and run it again.`)
}
