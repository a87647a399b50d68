import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { Fault } from '../../schema/fault.ts'
import { runWithoutEntry } from '../audit/pending-entry.ts'
import type { Clock } from '../database/clock.ts'
import type { Database } from '../database/tables.ts'
import type { Keyring } from '../secrets/keyring.ts'
import {
  type AttemptCounter,
  counterId,
  LoginThrottle,
  maxCounters,
  type Throttle,
} from './login-throttle.ts'

/** After this time all attempts of every counter are forgiven. */
const maxAgeMicros = 2 * 3_600_000_000
const changesPerTrim = 100
/** Maximum attempts that wait in one queue. Each class has a queue for reads and a queue for counts. */
const maxWaiting = 100
/** How long a refusal is remembered. Another node may have taken back attempts since. */
const maxRefusalAgeMicros = 1_000_000

/**
 * A LoginThrottle whose counters are in the metadata, so that all nodes count together. A change waits for
 * the lock of all writers. Refused attempts change nothing, so they do not delay writers. Other attempts are
 * counted one after the other, in separate queues for users who signed in before and for strangers.
 */
export class SharedThrottle implements Throttle {
  readonly #db: Database
  readonly #clock: Clock
  readonly #keyring: Keyring
  readonly #queues = { known: classQueues(), stranger: classQueues() }
  /** Counters that were refused, as they were read. */
  readonly #refused: LoginThrottle
  /** When each of these counters was refused, microseconds. */
  readonly #refusedAt = new LRUCache<string, number>({ max: maxCounters })
  /** How many times counters were changed. Each hundredth change removes old counters. */
  #changes = 0

  constructor(db: Database, clock: Clock, keyring: Keyring) {
    this.#db = db
    this.#clock = clock
    this.#keyring = keyring
    this.#refused = new LoginThrottle(clock)
  }

  async checkAndCount(counters: readonly AttemptCounter[]): Promise<void> {
    await this.check(counters)
    await inTurn(this.#queuesOf(counters).count, () =>
      this.#change(counters, throttle => {
        this.#check(throttle, counters)
        throttle.count(counters)
      }),
    )
  }

  async check(counters: readonly AttemptCounter[]): Promise<void> {
    this.#checkRefused(counters)
    await inTurn(this.#queuesOf(counters).read, async () => {
      // An attempt that waited before this one may have been refused.
      this.#checkRefused(counters)
      this.#check(await this.#read(this.#db, counters), counters)
    })
  }

  count(counters: readonly AttemptCounter[]): Promise<void> {
    return this.#change(counters, throttle => throttle.count(counters))
  }

  uncount(counters: readonly AttemptCounter[]): Promise<void> {
    for (const counter of counters) this.#refusedAt.delete(counterId(counter))
    return this.#change(counters, throttle => throttle.uncount(counters))
  }

  /** The queues for the class of an attempt. */
  #queuesOf(counters: readonly AttemptCounter[]) {
    return this.#queues[counters.some(({ kind }) => kind === 'known') ? 'known' : 'stranger']
  }

  /** Throws throttled, without a read, if one of the counters was refused a moment ago. */
  #checkRefused(counters: readonly AttemptCounter[]): void {
    const isRecent = (counter: AttemptCounter) => {
      const age = this.#clock() - (this.#refusedAt.get(counterId(counter)) ?? Number.NEGATIVE_INFINITY)
      return age >= 0 && age < maxRefusalAgeMicros
    }
    this.#refused.check(counters.filter(isRecent))
  }

  /** Throws throttled if an attempt is refused, and remembers the refusal. */
  #check(throttle: LoginThrottle, counters: readonly AttemptCounter[]): void {
    for (const counter of counters) {
      const counted = throttle.get(counter)
      if (counted === undefined || throttle.waitMicros(counter) === 0) continue
      this.#refused.put(counter, counted)
      this.#refusedAt.set(counterId(counter), this.#clock())
    }
    throttle.check(counters)
  }

  /** The stored values of these counters, in a throttle that judges them. */
  async #read(db: Database, counters: readonly AttemptCounter[]): Promise<LoginThrottle> {
    const keys = new Map(counters.map(counter => [this.#keyOf(counter), counter]))
    const rows = await db
      .selectFrom('login_attempts')
      .selectAll()
      .where('key', 'in', [...keys.keys()])
      .execute()
    const throttle = new LoginThrottle(this.#clock)
    for (const { key, level, last_at } of rows) {
      const counter = keys.get(key)
      if (counter !== undefined) throttle.put(counter, { level, last: last_at })
    }
    return throttle
  }

  /** The key of a counter's row: a hash, since a name may be a password that was typed in the wrong place. */
  #keyOf(counter: AttemptCounter): string {
    return this.#keyring.lookupHash(counterId(counter))
  }

  /** Changes counters without the audit entry of the sign-in, which is not done yet. */
  #change(counters: readonly AttemptCounter[], apply: (throttle: LoginThrottle) => void): Promise<void> {
    return runWithoutEntry(() => this.#write(counters, apply))
  }

  async #write(counters: readonly AttemptCounter[], apply: (throttle: LoginThrottle) => void): Promise<void> {
    await this.#db.transaction().execute(async transaction => {
      const throttle = await this.#read(transaction, counters)
      apply(throttle)
      for (const counter of counters) {
        const key = this.#keyOf(counter)
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

  /** Removes forgiven counters, and beyond the bound the counters that were counted longest ago. */
  async #trim(transaction: Database): Promise<void> {
    const newestAttempts = transaction
      .selectFrom('login_attempts')
      .select('last_at')
      .orderBy('last_at', 'desc')
    const oldest = await newestAttempts.offset(maxCounters).limit(1).executeTakeFirst()
    const oldestKeptAt = Math.max(this.#clock() - maxAgeMicros, (oldest?.last_at ?? 0) + 1)
    await transaction.deleteFrom('login_attempts').where('last_at', '<', oldestKeptAt).execute()
  }
}

/** The queues of one class, each of which runs one attempt at a time. */
function classQueues() {
  return { read: pLimit(1), count: pLimit(1) }
}

/** Runs work when its turn in a queue comes. Throws overloaded if too many wait. */
async function inTurn(queue: LimitFunction, work: () => Promise<void>): Promise<void> {
  if (queue.pendingCount >= maxWaiting) throw new Fault('overloaded', { retryAfter: 2 })
  await queue(work)
}
