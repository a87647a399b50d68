import type { Transaction } from 'kysely'
import { Facts } from '../facts.ts'
import type { Metadata } from '../open.ts'
import { updateRow } from '../row.ts'
import type { Tables } from '../tables.ts'
import { openSecrets, sealSecrets } from '../triggers/secrets.ts'
import { keyFact } from './instance-key.ts'
import type { Keyring } from './keyring.ts'

/** How much was encrypted anew, and what ended. */
export interface RotatedSecrets {
  tokens: number
  triggers: number
  /** Only hashes of their cookies are stored, which no other key finds. */
  sessions: number
}

const rowsPerRead = 500

/**
 * Encrypts everything that the metadata encrypts with another instance key, in one transaction. Sessions end. The metadata that is open
 * still has the keyring of before: close it. Nobody else may use it meanwhile.
 */
export async function rotateSecrets(
  { db, keyring, clock }: Pick<Metadata, 'db' | 'keyring' | 'clock'>,
  next: Keyring,
): Promise<RotatedSecrets> {
  return await db.transaction().execute(async transaction => {
    const tokens = await rotateTokens(transaction, keyring, next)
    const triggers = await rotateTriggers(transaction, keyring, next)
    const ended = await transaction.deleteFrom('sessions').returning('id').execute()
    // Their keys are hashes of the key of before.
    await transaction.deleteFrom('login_attempts').execute()
    await new Facts(transaction, clock).set(keyFact, next.fingerprint)
    return { tokens, triggers, sessions: ended.length }
  })
}

async function rotateTokens(
  transaction: Transaction<Tables>,
  before: Keyring,
  next: Keyring,
): Promise<number> {
  let [count, last] = [0, 0]
  for (;;) {
    const rows = await transaction
      .selectFrom('auth_tokens')
      .select(['id', 'secret_hash', 'secret_sealed'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsPerRead)
      .execute()
    for (const { id, secret_hash, secret_sealed } of rows) {
      const secret = before.open(secret_sealed, secret_hash)
      const hash = next.lookupHash(secret)
      await updateRow(transaction, 'auth_tokens', id, {
        secret_hash: hash,
        secret_sealed: next.seal(secret, hash),
      })
      last = id
    }
    count += rows.length
    if (rows.length < rowsPerRead) return count
  }
}

async function rotateTriggers(
  transaction: Transaction<Tables>,
  before: Keyring,
  next: Keyring,
): Promise<number> {
  let [count, last] = [0, 0]
  for (;;) {
    const rows = await transaction
      .selectFrom('triggers')
      .select(['id', 'sealed'])
      .where('sealed', 'is not', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsPerRead)
      .execute()
    for (const row of rows) {
      const sealed = sealSecrets(next, row.id, openSecrets(before, row))
      await updateRow(transaction, 'triggers', row.id, { sealed })
      last = row.id
    }
    count += rows.length
    if (rows.length < rowsPerRead) return count
  }
}
