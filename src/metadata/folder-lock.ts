import { closeSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MetadataError } from './metadata-error.ts'

/**
 * Takes a data folder for this process, making it when it is not there; answers the function that gives it back. The
 * operating system holds the lock, so it ends with the process however that ends. Throws a MetadataError naming the folder
 * when it is taken. Nothing else may open `lock.sqlite` in this process: closing it again would give the lock away (POSIX
 * locks belong to process and file).
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'lock.sqlite')
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
  return () => lock.close()
}

/** SQLITE_BUSY, with whatever detail in its upper bits. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}
