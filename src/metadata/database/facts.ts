import type { Clock } from './clock.ts'
import type { Database } from './tables.ts'

/** The value of a fact; undefined if there is none. */
export async function readFact(db: Database, key: string): Promise<unknown> {
  const row = await db.selectFrom('facts').select('value').where('key', '=', key).executeTakeFirst()
  return row === undefined ? undefined : JSON.parse(row.value)
}

/** A key-value store of JSON values for facts about this installation. */
export class Facts {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** The value of a fact; undefined if there is none. */
  async get(key: string): Promise<unknown> {
    return await readFact(this.#db, key)
  }

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
