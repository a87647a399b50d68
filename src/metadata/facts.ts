import type { Clock, Database } from './tables.ts'

/** Small things that this installation remembers, as JSON by name. */
export class Facts {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** undefined when nothing is remembered by that name. */
  async get(key: string): Promise<unknown> {
    const row = await this.#db.selectFrom('facts').select('value').where('key', '=', key).executeTakeFirst()
    return row === undefined ? undefined : JSON.parse(row.value)
  }

  /** On disk before it resolves. */
  async set(key: string, value: unknown): Promise<void> {
    const fact = { value: JSON.stringify(value), updated_at: this.#clock() }
    await this.#db
      .insertInto('facts')
      .values({ key, ...fact })
      .onConflict(conflict => conflict.column('key').doUpdateSet(fact))
      .execute()
  }

  async remove(key: string): Promise<void> {
    await this.#db.deleteFrom('facts').where('key', '=', key).execute()
  }
}
