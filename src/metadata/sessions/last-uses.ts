import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/** Maximum tokens or sessions between two writes. Uses of further ones are not recorded. */
const maxRows = 10_000

/**
 * Times of the last use of tokens or sessions, written in batches, so that a request costs no write. A crash
 * or a failed write loses the last seconds.
 */
export class LastUses {
  readonly #db: Database
  readonly #table: 'auth_tokens' | 'sessions'
  /** By row id, microseconds. */
  #uses = new Map<number, number>()

  constructor(db: Database, table: 'auth_tokens' | 'sessions') {
    this.#db = db
    this.#table = table
  }

  /** `at` in microseconds. */
  record(id: number, at: number): void {
    if (this.#uses.size < maxRows || this.#uses.has(id)) this.#uses.set(id, at)
  }

  /** The last use that is not written yet, microseconds. */
  unwritten(id: number): number | undefined {
    return this.#uses.get(id)
  }

  /** Writes the uses since the last call. */
  async flush(): Promise<void> {
    if (this.#uses.size === 0) return
    const uses = this.#uses
    this.#uses = new Map()
    await this.#db.transaction().execute(async transaction => {
      for (const [id, at] of uses) {
        await sql`update ${sql.table(this.#table)} set last_used_at = ${at} where id = ${id}`.execute(
          transaction,
        )
      }
    })
  }
}
