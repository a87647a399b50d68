import type { Database } from '../tables.ts'

/** Tokens in memory between two writes; uses of further ones are not recorded. */
const maxTokens = 10_000

/** When tokens were last used, written in batches: a request costs no write. A crash loses the last seconds. */
export class TokenUses {
  readonly #db: Database
  #uses = new Map<number, number>()

  constructor(db: Database) {
    this.#db = db
  }

  /** `at` in microseconds. */
  record(token: number, at: number): void {
    if (this.#uses.size < maxTokens || this.#uses.has(token)) this.#uses.set(token, at)
  }

  async flush(): Promise<void> {
    if (this.#uses.size === 0) return
    const uses = this.#uses
    this.#uses = new Map()
    await this.#db.transaction().execute(async transaction => {
      for (const [id, at] of uses) {
        await transaction.updateTable('auth_tokens').set({ last_used_at: at }).where('id', '=', id).execute()
      }
    })
  }
}
