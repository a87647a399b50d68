import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Writes a file atomically, even in a power failure. Only its owner can read it. */
export function createFile(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.new`
  rmSync(temporary, { force: true })
  writeFileSync(temporary, content, { flag: 'wx', mode: 0o600, flush: true })
  renameSync(temporary, file)
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
