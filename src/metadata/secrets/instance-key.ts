import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { MetadataError } from '../metadata-error.ts'

const keyLength = 32

/** Path of the instance key in a data folder. */
export function instanceKeyFile(folder: string): string {
  return path.join(folder, 'instance.key')
}

/**
 * The key that encrypts the secrets of this data folder: 32 random bytes in a file that only its owner can read. It is not in the
 * metadata, so that a copy of that alone reveals nothing. Throws a MetadataError when it is missing and not `createIfMissing`: a new key
 * would decrypt none of the stored tokens.
 */
export function openInstanceKey(folder: string, createIfMissing: boolean): Buffer {
  const file = instanceKeyFile(folder)
  if (!existsSync(file)) {
    if (!createIfMissing) {
      throw new MetadataError(
        `The instance key ${file} is not there, but the metadata has secrets that only this key opens. Put it back from a copy, or bring it from another node.`,
      )
    }
    createKeyFile(file)
  }
  const key = readFileSync(file)
  if (key.length === keyLength) return key
  throw new MetadataError(
    `The instance key ${file} has ${key.length} bytes instead of ${keyLength}. Put it back from a copy.`,
  )
}

/** Writes the file atomically, also for a power failure. */
function createKeyFile(file: string): void {
  const aside = `${file}.new`
  rmSync(aside, { force: true })
  writeFileSync(aside, randomBytes(keyLength), { flag: 'wx', mode: 0o600, flush: true })
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
