import type { Transaction } from 'kysely'
import pLimit from 'p-limit'
import type { Log } from '../telemetry/log.ts'
import type { Revocation } from './identity.ts'
import type { Clock, Database, Tables } from './tables.ts'

/** How long other processes have to notice, microseconds. */
const keptMicros = 3_600_000_000
/** Told in one go; more are told in the next. */
const maxRowsPerRead = 1_000

export type Revoke = (gone: Revocation) => Promise<void>

/**
 * Tells everybody what stopped being valid: what this process ends at once, what another process on the same metadata
 * ends (the command line) with the next `publish`. One way for both: a row, written with the change itself.
 */
export class Revocations {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #listeners = new Set<(gone: Revocation) => void>()
  #lastId = 0
  readonly #publishing = pLimit(1)

  private constructor(db: Database, clock: Clock, log: Log) {
    this.#db = db
    this.#clock = clock
    this.#log = log
  }

  /** What was revoked before this moment is not told. */
  static async open(db: Database, clock: Clock, log: Log): Promise<Revocations> {
    const revocations = new Revocations(db, clock, log)
    const newest = await db
      .selectFrom('revocations')
      .select(eb => eb.fn.max('id').as('id'))
      .executeTakeFirst()
    revocations.#lastId = newest?.id ?? 0
    return revocations
  }

  /** A change in one transaction that may end what was valid; listeners have heard of it when this resolves. */
  async runInTransaction<Result>(
    work: (transaction: Transaction<Tables>, end: Revoke) => Promise<Result>,
  ): Promise<Result> {
    const result = await this.#db
      .transaction()
      .execute(transaction => work(transaction, gone => this.#record(transaction, gone)))
    await this.publish()
    return result
  }

  /** Notifies listeners of revocations that are new since the last call. */
  publish(): Promise<void> {
    return this.#publishing(() => this.#notifyOfNew())
  }

  onRevoked(listener: (gone: Revocation) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async #record(transaction: Transaction<Tables>, gone: Revocation): Promise<void> {
    const at = this.#clock()
    await transaction
      .deleteFrom('revocations')
      .where('at', '<', at - keptMicros)
      .execute()
    await transaction
      .insertInto('revocations')
      .values({
        token_id: gone.token ?? null,
        session_id: gone.session === undefined ? null : Number(gone.session),
        user_id: gone.user ?? null,
        at,
      })
      .execute()
  }

  async #notifyOfNew(): Promise<void> {
    for (;;) {
      const rows = await this.#db
        .selectFrom('revocations')
        .selectAll()
        .where('id', '>', this.#lastId)
        .orderBy('id')
        .limit(maxRowsPerRead)
        .execute()
      for (const row of rows) {
        this.#lastId = row.id
        this.#notify(revocationOf(row))
      }
      if (rows.length < maxRowsPerRead) return
    }
  }

  #notify(gone: Revocation): void {
    for (const listener of this.#listeners) {
      try {
        listener(gone)
      } catch (error) {
        this.#log.error({ err: error }, 'could not end what was revoked')
      }
    }
  }
}

function revocationOf(row: {
  token_id: number | null
  session_id: number | null
  user_id: number | null
}): Revocation {
  return {
    ...(row.token_id === null ? {} : { token: row.token_id }),
    ...(row.session_id === null ? {} : { session: String(row.session_id) }),
    ...(row.user_id === null ? {} : { user: row.user_id }),
  }
}
