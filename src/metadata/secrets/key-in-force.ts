import { readFact } from '../database/facts.ts'
import { MetadataError } from '../database/metadata-error.ts'
import type { Database } from '../database/tables.ts'
import { keyFact } from './instance-key.ts'
import type { Keyring } from './keyring.ts'

/**
 * Throws a MetadataError when secrets were encrypted with another key since this process has read its own:
 * what this process encrypts could not be opened. Call it in the transaction that stores the secrets, so that
 * no rotation comes in between.
 */
export async function requireKeyInForce(transaction: Database, { fingerprint }: Keyring): Promise<void> {
  if ((await readFact(transaction, keyFact)) === fingerprint) return
  throw new MetadataError(
    'The instance key was rotated while this process ran. Stop it, and start it with the new key.',
  )
}
