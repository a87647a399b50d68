import { existsSync } from 'node:fs'
import path from 'node:path'
import { BackupError } from './backup-error.ts'

/** In a folder that is being restored; its absence says that all is there. */
export function restoreMark(dataDir: string): string {
  return path.join(dataDir, 'restoring')
}

/** Throws a BackupError for a folder whose restore was cut short. */
export function requireRestored(dataDir: string): void {
  if (existsSync(restoreMark(dataDir)))
    throw new BackupError(`The restore into ${dataDir} did not end: empty the folder and run it again.`)
}
