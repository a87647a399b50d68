import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { MetadataError } from '../metadata-error.ts'

const keyLength = 32

/** The file of the instance key in a data folder. */
export function instanceKeyFile(folder: string): string {
  return path.join(folder, 'instance.key')
}

/**
 * The key that opens the secrets of this data folder: 32 random bytes in a file of its own, readable by its owner only,
 * apart from the metadata so that a copy of that alone opens nothing. Made when it is not there and `createIfMissing`; else a
 * MetadataError, for a new key would open none of the tokens that there are.
 */
export function openInstanceKey(folder: string, createIfMissing: boolean): Buffer {
  const file = instanceKeyFile(folder)
  if (!existsSync(file)) {
    if (!createIfMissing) {
      throw new MetadataError(
        `The instance key ${file} is not there, but the metadata beside it has secrets that only this key opens. Put it back from a copy.`,
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

/** Whole or not at all, even when the power goes: written aside, synced, renamed, the folder synced. */
function createKeyFile(file: string): void {
  const aside = `${file}.new`
  rmSync(aside, { force: true })
  const descriptor = openSync(aside, 'wx', 0o600)
  try {
    writeSync(descriptor, randomBytes(keyLength))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(aside, file)
  syncFolder(path.dirname(file))
}

/** Makes the names in a folder survive a power cut. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
