import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { keyFact } from '../secrets/instance-key.ts'
import { Keyring } from '../secrets/keyring.ts'

/**
 * The fingerprint of the instance key that a metadata file was sealed with, for `takeNextKey`. Undefined if
 * the file has no fingerprint, so that any key fits.
 */
export function readKeyFingerprint(metadata: string): unknown {
  using database = new DatabaseSync(metadata, { readOnly: true })
  const row = database.prepare('SELECT value FROM facts WHERE key = ?').get(keyFact)
  return row === undefined ? undefined : JSON.parse(String(row.value))
}

/** Whether the file `key` has the instance key of a metadata file. */
export function isKeyOf(key: string, metadata: string): boolean {
  const fingerprint = readKeyFingerprint(metadata)
  return fingerprint === undefined || new Keyring(readFileSync(key)).fingerprint === fingerprint
}
