import type { Transaction } from 'kysely'
import { Facts } from './database/facts.ts'
import { updateRow } from './database/row.ts'
import type { Tables } from './database/tables.ts'
import { openTargetSecrets, sealTargetSecrets } from './forwarding/target-secrets.ts'
import { requireNodesStopped } from './nodes/nodes.ts'
import type { Metadata } from './open.ts'
import { keyFact } from './secrets/instance-key.ts'
import { requireKeyInForce } from './secrets/key-in-force.ts'
import type { Keyring } from './secrets/keyring.ts'
import { openSecrets, sealSecrets } from './triggers/secrets.ts'

/** Counts of re-encrypted secrets and of ended sessions. */
export interface RotatedSecrets {
  tokens: number
  triggers: number
  forwarders: number
  /**
   * Ids of tokens, triggers and forwarders that the previous key does not open. They stay, and stay unusable.
   */
  unreadable: { tokens: number[]; triggers: number[]; forwarders: number[] }
  /** All sessions end: their cookies are stored as keyed hashes, which cannot be computed for another key. */
  sessions: number
}

const rowsPerRead = 500

/**
 * Re-encrypts all encrypted content of the metadata with another instance key, in one transaction. Sessions
 * end. The open metadata still has the previous keyring: close it. Throws a MetadataError while a node runs,
 * or when another rotation came before this one.
 */
export async function rotateSecrets(
  { db, keyring, clock, isShared }: Pick<Metadata, 'db' | 'keyring' | 'clock' | 'isShared'>,
  next: Keyring,
): Promise<RotatedSecrets> {
  return await db.transaction().execute(async transaction => {
    if (isShared) await requireNodesStopped(transaction)
    await requireKeyInForce(transaction, keyring)
    const unreadable: RotatedSecrets['unreadable'] = { tokens: [], triggers: [], forwarders: [] }
    const tokens = await rotateTokens(transaction, keyring, next, unreadable.tokens)
    const triggers = await rotateTriggers(transaction, keyring, next, unreadable.triggers)
    const forwarders = await rotateForwarders(transaction, keyring, next, unreadable.forwarders)
    const ended = await transaction.deleteFrom('sessions').returning('id').execute()
    // The keys of these rows are hashes made with the previous key.
    await transaction.deleteFrom('login_attempts').execute()
    await new Facts(transaction, clock).set(keyFact, next.fingerprint)
    return { tokens, triggers, forwarders, unreadable, sessions: ended.length }
  })
}

/**
 * Re-encrypts the tokens and returns how many were re-encrypted. Adds the ids of tokens that the previous key
 * does not open to `unreadable`.
 */
async function rotateTokens(
  transaction: Transaction<Tables>,
  previous: Keyring,
  next: Keyring,
  unreadable: number[],
): Promise<number> {
  let count = 0
  let lastId = 0
  for (;;) {
    const rows = await transaction
      .selectFrom('auth_tokens')
      .select(['id', 'secret_hash', 'secret_sealed'])
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(rowsPerRead)
      .execute()
    for (const { id, secret_hash, secret_sealed } of rows) {
      lastId = id
      const secret = previous.tryOpen(secret_sealed, secret_hash)
      if (secret === undefined) {
        unreadable.push(id)
        continue
      }
      const hash = next.lookupHash(secret)
      await updateRow(transaction, 'auth_tokens', id, {
        secret_hash: hash,
        secret_sealed: next.seal(secret, hash),
      })
      count++
    }
    if (rows.length < rowsPerRead) return count
  }
}

/** As `rotateTokens`, for the secrets of triggers. */
async function rotateTriggers(
  transaction: Transaction<Tables>,
  previous: Keyring,
  next: Keyring,
  unreadable: number[],
): Promise<number> {
  let count = 0
  let lastId = 0
  for (;;) {
    const rows = await transaction
      .selectFrom('triggers')
      .select(['id', 'sealed'])
      .where('sealed', 'is not', null)
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(rowsPerRead)
      .execute()
    for (const row of rows) {
      lastId = row.id
      const secrets = openSecrets(previous, row)
      if (secrets === undefined) {
        unreadable.push(row.id)
        continue
      }
      await updateRow(transaction, 'triggers', row.id, { sealed: sealSecrets(next, row.id, secrets) })
      count++
    }
    if (rows.length < rowsPerRead) return count
  }
}

/** As `rotateTokens`, for the secrets of forwarders, which are few. */
async function rotateForwarders(
  transaction: Transaction<Tables>,
  previous: Keyring,
  next: Keyring,
  unreadable: number[],
): Promise<number> {
  const rows = await transaction
    .selectFrom('forwarders')
    .select(['id', 'sealed'])
    .where('sealed', 'is not', null)
    .orderBy('id')
    .execute()
  for (const row of rows) {
    const secrets = openTargetSecrets(previous, row)
    if (secrets === undefined) unreadable.push(row.id)
    else
      await updateRow(transaction, 'forwarders', row.id, { sealed: sealTargetSecrets(next, row.id, secrets) })
  }
  return rows.length - unreadable.length
}
