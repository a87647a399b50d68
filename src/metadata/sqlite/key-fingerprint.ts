import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { keyFact } from '../secrets/instance-key.ts'
import { Keyring } from '../secrets/keyring.ts'

/**
 * The fingerprint of the instance key that a file of metadata was sealed with, for `takeNextKey`; undefined
 * for a file that takes any key.
 */
export function readKeyFingerprint(metadata: string): unknown {
  using database = new DatabaseSync(metadata, { readOnly: true })
  const row = database.prepare('SELECT value FROM facts WHERE key = ?').get(keyFact)
  return row === undefined ? undefined : JSON.parse(String(row.value))
}

/** Whether a file has the instance key of a file of metadata. */
export function isKeyOf(key: string, metadata: string): boolean {
  const fingerprint = readKeyFingerprint(metadata)
  return fingerprint === undefined || new Keyring(readFileSync(key)).fingerprint === fingerprint
}
