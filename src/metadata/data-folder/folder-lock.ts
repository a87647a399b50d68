import { closeSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MetadataError } from '../database/metadata-error.ts'

/** The file that is locked; a folder without it has not been used. */
export function lockFile(folder: string): string {
  return path.join(folder, 'lock.sqlite')
}

/** The locks of this process. Garbage collection would release a lock that nothing refers to. */
const openLocks = new Set<DatabaseSync>()

/**
 * Locks a data folder for this process, creating it if missing; returns the function that unlocks it. The
 * operating system holds the lock, so it ends with the process. Throws a MetadataError when another process
 * has it. Nothing else may open `lock.sqlite` in this process: closing it would release the lock (POSIX locks
 * belong to process and file).
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = lockFile(folder)
  closeSync(openSync(file, 'a', 0o600))
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isBusy(error)) {
      throw new MetadataError(
        `The data folder ${folder} is in use by another Millrace. Stop that one first, or set MILLRACE_DATA_DIR to another folder.`,
      )
    }
    throw error
  }
  openLocks.add(lock)
  return () => {
    openLocks.delete(lock)
    lock.close()
  }
}

/** SQLITE_BUSY; the upper bits are details. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}
