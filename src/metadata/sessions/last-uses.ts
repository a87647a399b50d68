import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/** Maximum tokens or sessions in memory between two writes. The uses of further ones are not recorded. */
const maxRows = 10_000

/**
 * Times of the last uses of tokens or sessions. They are written in batches, so a request costs no write. A
 * crash loses the last seconds.
 */
export class LastUses {
  readonly #db: Database
  readonly #table: 'auth_tokens' | 'sessions'
  /** Last uses that are not written yet, in microseconds, by id of the row. */
  readonly #uses = new Map<number, number>()

  constructor(db: Database, table: 'auth_tokens' | 'sessions') {
    this.#db = db
    this.#table = table
  }

  /** `at` in microseconds. */
  record(id: number, at: number): void {
    if (this.#uses.size < maxRows || this.#uses.has(id)) this.#uses.set(id, at)
  }

  /** The last use that is not written yet, microseconds; undefined: it is written. */
  unwritten(id: number): number | undefined {
    return this.#uses.get(id)
  }

  /** Writes the recorded uses. If it fails, the next call writes them. */
  async flush(): Promise<void> {
    if (this.#uses.size === 0) return
    const uses = [...this.#uses]
    await this.#db.transaction().execute(async transaction => {
      for (const [id, at] of uses) {
        await sql`update ${sql.table(this.#table)} set last_used_at = ${at} where id = ${id}`.execute(
          transaction,
        )
      }
    })
    // Keeps uses that were recorded meanwhile.
    for (const [id, at] of uses) if (this.#uses.get(id) === at) this.#uses.delete(id)
  }
}
