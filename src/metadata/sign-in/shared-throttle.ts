import type { Keyring } from '../secrets/keyring.ts'
import type { Clock, Database } from '../tables.ts'
import {
  type AttemptCounter,
  counterId,
  LoginThrottle,
  maxCounters,
  type Throttle,
} from './login-throttle.ts'

/** After it every counter is forgiven. */
const maxAgeMicros = 2 * 3_600_000_000
const changesPerTrim = 100

/** A LoginThrottle whose counters are in the metadata, one change at a time, so that all nodes count together. */
export class SharedThrottle implements Throttle {
  readonly #db: Database
  readonly #clock: Clock
  readonly #keyring: Keyring
  #changes = 0

  constructor(db: Database, clock: Clock, keyring: Keyring) {
    this.#db = db
    this.#clock = clock
    this.#keyring = keyring
  }

  checkAndCount(counters: readonly AttemptCounter[]): Promise<void> {
    return this.#change(counters, throttle => throttle.checkAndCount(counters))
  }

  count(counters: readonly AttemptCounter[]): Promise<void> {
    return this.#change(counters, throttle => throttle.count(counters))
  }

  uncount(counters: readonly AttemptCounter[]): Promise<void> {
    return this.#change(counters, throttle => throttle.uncount(counters))
  }

  async #change(
    counters: readonly AttemptCounter[],
    apply: (throttle: LoginThrottle) => void,
  ): Promise<void> {
    // Names may be passwords that were typed in the wrong place: rows tell nothing of them.
    const keys = new Map(counters.map(counter => [this.#keyring.lookupHash(counterId(counter)), counter]))
    await this.#db.transaction().execute(async transaction => {
      const rows = await transaction
        .selectFrom('login_attempts')
        .selectAll()
        .where('key', 'in', [...keys.keys()])
        .execute()
      const throttle = new LoginThrottle(this.#clock)
      for (const { key, level, last_at } of rows) {
        const counter = keys.get(key)
        if (counter !== undefined) throttle.put(counter, { level, last: last_at })
      }
      apply(throttle)
      for (const [key, counter] of keys) {
        const after = throttle.get(counter)
        if (after === undefined) {
          await transaction.deleteFrom('login_attempts').where('key', '=', key).execute()
          continue
        }
        const values = { level: after.level, last_at: after.last }
        await transaction
          .insertInto('login_attempts')
          .values({ key, ...values })
          .onConflict(conflict => conflict.column('key').doUpdateSet(values))
          .execute()
      }
      if (this.#changes++ % changesPerTrim === 0) await this.#trim(transaction)
    })
  }

  /** Removes what is forgiven, and beyond the bound what was counted longest ago. */
  async #trim(transaction: Database): Promise<void> {
    const kept = transaction.selectFrom('login_attempts').select('last_at').orderBy('last_at', 'desc')
    const oldest = await kept.offset(maxCounters).limit(1).executeTakeFirst()
    const before = Math.max(this.#clock() - maxAgeMicros, (oldest?.last_at ?? 0) + 1)
    await transaction.deleteFrom('login_attempts').where('last_at', '<', before).execute()
  }
}
