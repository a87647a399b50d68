// The file of the instance key: its creation, its rotation, and copies of previous keys.

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { createFile, syncFolder } from '../data-folder/create-file.ts'
import { MetadataError } from '../database/metadata-error.ts'
import { Keyring } from './keyring.ts'

const keyLength = 32

/** The fact (table `facts`) with the fingerprint of the instance key that the metadata was sealed with. */
export const keyFact = 'instance_key'

/** Path of the instance key in a data folder. */
export function instanceKeyFile(folder: string): string {
  return path.join(folder, 'instance.key')
}

/**
 * The key that encrypts the secrets of this data folder: 32 random bytes in a file that only its owner can
 * read. It is not in the metadata, so that a copy of the metadata alone reveals nothing. `createIfMissing`:
 * creates a missing key; set it only if the metadata has no secrets yet, since a new key would decrypt none
 * of them. Throws a MetadataError if the key has the wrong length, or is missing and not to be created.
 * `given`: the key in hexadecimal digits, instead of that file.
 */
export function openInstanceKey(folder: string, createIfMissing: boolean, given?: string): Buffer {
  if (given !== undefined) return Buffer.from(given, 'hex')
  const file = instanceKeyFile(folder)
  if (!existsSync(file)) {
    if (!createIfMissing) {
      throw new MetadataError(
        `The instance key ${file} is missing, but the metadata has secrets that only this key can decrypt. Restore it from a backup, or copy it from another node.`,
      )
    }
    createFile(file, randomBytes(keyLength))
  }
  const key = readFileSync(file)
  if (key.length === keyLength) return key
  throw new MetadataError(
    `The instance key ${file} has ${key.length} bytes instead of ${keyLength}. Put it back from a copy.`,
  )
}

/**
 * Makes a new key, in a file beside the current key. Once all secrets of the metadata are sealed with it,
 * `takeNextKey` puts it in place of the current key.
 */
export function makeNextKey(folder: string): Buffer {
  const key = randomBytes(keyLength)
  createFile(nextKeyFile(folder), key)
  return key
}

/**
 * Replaces the key with the next key if that one has this fingerprint, which is in the metadata. So it also
 * completes a rotation that was killed. All previous keys stay, for earlier copies of the metadata: the first
 * as `instance.key.old`, the others as `instance.key.old.2` and so on.
 */
export function takeNextKey(folder: string, fingerprint: unknown): void {
  const next = nextKeyFile(folder)
  if (!existsSync(next) || new Keyring(readFileSync(next)).fingerprint !== fingerprint) return
  const file = instanceKeyFile(folder)
  if (existsSync(file)) keepPreviousKey(file)
  renameSync(next, file)
  syncFolder(folder)
}

/** Copies the key to the first free name, unless a rotation that was killed has already copied it. */
function keepPreviousKey(file: string): void {
  const key = readFileSync(file)
  let copy = `${file}.old`
  for (let number = 2; existsSync(copy); number++) {
    if (readFileSync(copy).equals(key)) return
    copy = `${file}.old.${number}`
  }
  createFile(copy, key)
}

function nextKeyFile(folder: string): string {
  return `${instanceKeyFile(folder)}.next`
}
