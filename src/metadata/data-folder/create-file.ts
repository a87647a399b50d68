import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Writes a file for its owner only, atomically, also for a power failure. */
export function createFile(file: string, content: string | Uint8Array): void {
  const aside = `${file}.new`
  rmSync(aside, { force: true })
  writeFileSync(aside, content, { flag: 'wx', mode: 0o600, flush: true })
  renameSync(aside, file)
  syncFolder(path.dirname(file))
}

/** Makes file names in a folder survive a power failure. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
