import type { Selectable, Transaction } from 'kysely'
import pLimit from 'p-limit'
import type { Log } from '../../telemetry/log.ts'
import type { Clock } from '../database/clock.ts'
import { deleteRow } from '../database/row.ts'
import type { Database, Tables } from '../database/tables.ts'
import type { Revocation } from '../identity/identity.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Publish } from './feed-kinds.ts'
import { ListenerSet } from './listener-set.ts'

/** How long revocations stay in the table. Other processes read them within this time. */
const retentionMicros = 3_600_000_000
const maxRowsPerRead = 1_000

/** Records that something stops being valid. */
export type Revoke = (revocation: Revocation) => Promise<void>

/**
 * Notifies listeners of tokens, sessions and users that stop being valid. A revocation is a row, written in
 * the transaction of the change, so the next `catchUp` also finds revocations by other processes, such as the
 * command line.
 */
export class Revocations {
  readonly #db: Database
  readonly #clock: Clock
  readonly #feed: ChangeFeed
  readonly #listeners: ListenerSet<Revocation>
  readonly #reading = pLimit(1)
  /** Id of the last revocation of which listeners were notified, or of the newest one at the start. */
  #lastId = 0

  private constructor(db: Database, clock: Clock, feed: ChangeFeed, log: Log) {
    this.#db = db
    this.#clock = clock
    this.#feed = feed
    this.#listeners = new ListenerSet(log, 'could not end what was revoked')
  }

  /** Opens the revocations. Listeners get none that were recorded before. */
  static async open(db: Database, clock: Clock, feed: ChangeFeed, log: Log): Promise<Revocations> {
    const revocations = new Revocations(db, clock, feed, log)
    const newest = await db
      .selectFrom('revocations')
      .select(eb => eb.fn.max('id').as('id'))
      .executeTakeFirst()
    revocations.#lastId = newest?.id ?? 0
    feed.on('revocations', () => revocations.catchUp())
    return revocations
  }

  /** Runs a change that may revoke something in a transaction, and notifies listeners before it resolves. */
  runInTransaction<Result>(
    change: (transaction: Transaction<Tables>, revoke: Revoke, publish: Publish) => Promise<Result>,
  ): Promise<Result> {
    return this.#feed.transaction((transaction, publish) => {
      const revoke: Revoke = async revocation => {
        await this.#record(transaction, revocation)
        publish('revocations')
      }
      return change(transaction, revoke, publish)
    })
  }

  /** Deletes and revokes expired sessions and tokens, up to `maxRowsPerRead` of each. */
  async revokeExpired(): Promise<void> {
    const now = this.#clock()
    for (const table of ['sessions', 'auth_tokens'] as const) {
      const expired = this.#db.selectFrom(table).select('id').where('expires_at', '<=', now)
      const rows = await expired.limit(maxRowsPerRead).execute()
      if (rows.length === 0) continue
      await this.runInTransaction(async (transaction, revoke) => {
        for (const { id } of rows)
          if (await deleteRow(transaction, table, id))
            await revoke(table === 'sessions' ? { session: String(id) } : { token: id })
      })
    }
  }

  /** Notifies listeners of the revocations since the last call. */
  catchUp(): Promise<void> {
    return this.#reading(async () => {
      let rows: Selectable<Tables['revocations']>[]
      do {
        rows = await this.#db
          .selectFrom('revocations')
          .selectAll()
          .where('id', '>', this.#lastId)
          .orderBy('id')
          .limit(maxRowsPerRead)
          .execute()
        for (const row of rows) {
          this.#lastId = row.id
          this.#listeners.notify(revocationOf(row))
        }
      } while (rows.length === maxRowsPerRead)
    })
  }

  /** Returns the function that removes the listener. */
  onRevoked(listener: (revocation: Revocation) => void): () => void {
    return this.#listeners.add(listener)
  }

  async #record(transaction: Transaction<Tables>, { token, session, user }: Revocation): Promise<void> {
    const at = this.#clock()
    await transaction
      .deleteFrom('revocations')
      .where('at', '<', at - retentionMicros)
      .execute()
    await transaction
      .insertInto('revocations')
      .values({
        token_id: token ?? null,
        session_id: session === undefined ? null : Number(session),
        user_id: user ?? null,
        at,
      })
      .execute()
  }
}

function revocationOf({ token_id, session_id, user_id }: Selectable<Tables['revocations']>): Revocation {
  return {
    ...(token_id !== null && { token: token_id }),
    ...(session_id !== null && { session: String(session_id) }),
    ...(user_id !== null && { user: user_id }),
  }
}
