import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { Repository, type RepositoryDeps } from '../repository.ts'
import type { Revoke } from '../revocations.ts'
import { deleteRow, insertRow, updateRow } from '../row.ts'
import type { Tables } from '../tables.ts'
import { addKnownAddress } from './known-addresses.ts'

/** Sessions of one user; past it the oldest ends. */
const maxSessions = 100
const cookieBytes = 32

export interface SessionRow {
  id: number
  user_id: number
  expires_at: number
}

/** Sessions of users. A session is identified by a cookie of 256 random bits, of which only a keyed hash is stored. */
export class Sessions extends Repository {
  readonly #ageMicros: number

  constructor(deps: RepositoryDeps, ageSeconds: number) {
    super(deps)
    this.#ageMicros = Math.round(ageSeconds * 1_000_000)
  }

  /**
   * Starts a session with a new cookie, and adds `network` to the known addresses of the user. `maxAge` in seconds. Rejects when there is
   * no such user.
   */
  start(userId: number, network: string): Promise<{ id: number; cookie: string; maxAge: number }> {
    const cookie = randomBytes(cookieBytes).toString('base64url')
    const now = this.clock()
    return this.revocations.runInTransaction(async (transaction, revoke) => {
      const held = await transaction
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .offset(maxSessions - 1)
        .limit(maxSessions)
        .execute()
      for (const { id } of held) await endSession(transaction, id, revoke)
      const id = await insertRow(transaction, 'sessions', {
        user_id: userId,
        cookie_hash: this.keyring.lookupHash(cookie),
        created_at: now,
        expires_at: now + this.#ageMicros,
      })
      const { known_addresses } = await transaction
        .selectFrom('users')
        .select('known_addresses')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      await updateRow(transaction, 'users', userId, {
        last_login_at: now,
        known_addresses: addKnownAddress(known_addresses, network),
      })
      return { id, cookie, maxAge: Math.floor(this.#ageMicros / 1_000_000) }
    })
  }

  /** The session with this hash of a cookie, unless it has expired. */
  byHash(hash: string): Promise<SessionRow | undefined> {
    return this.db
      .selectFrom('sessions')
      .select(['id', 'user_id', 'expires_at'])
      .where('cookie_hash', '=', hash)
      .where('expires_at', '>', this.clock())
      .executeTakeFirst()
  }

  /** Ends the session of this cookie, if there is one. */
  async end(cookie: string): Promise<void> {
    const session = await this.byHash(this.keyring.lookupHash(cookie))
    if (session === undefined) return
    await this.revocations.runInTransaction((transaction, revoke) =>
      endSession(transaction, session.id, revoke),
    )
  }
}

/** Ends all sessions of a user except `keep`. */
export async function endSessionsOf(
  transaction: Transaction<Tables>,
  userId: number,
  revoke: Revoke,
  keep?: string,
): Promise<void> {
  const held = await transaction.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()
  for (const { id } of held) if (String(id) !== keep) await endSession(transaction, id, revoke)
}

async function endSession(transaction: Transaction<Tables>, id: number, revoke: Revoke): Promise<void> {
  const ended = await deleteRow(transaction, 'sessions', id)
  if (ended) await revoke({ session: String(id) })
}
