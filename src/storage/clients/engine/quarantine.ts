import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Fault } from '../../../schema/fault.ts'
import { type Lane, lanes } from './protocol.ts'

/**
 * How long a statement is suspected after the engine process ended once, and refused after it ended twice.
 */
const quarantineMs = 3_600_000
/** Maximum statements in each list. */
const maxRemembered = 1_000

interface Read {
  lane: Lane
  sql: string
}

/**
 * Finds the reads that end the engine process. The statements that ran when it ended are suspects until they
 * are answered. Suspects run one at a time, so that the next end convicts one: it is refused from then on.
 * Other statements are not delayed. The lists do not outlive the service.
 */
export class Quarantine {
  readonly #log: (message: string) => void
  /** Statements that were sent to the process and are not settled, in the order of sending. */
  readonly #sent = new Map<number, Read>()
  /** Suspects that wait until the suspect on trial is answered. */
  readonly #held = new Map<number, Read>()
  #onTrial: number | undefined
  /** By hash of the text. */
  readonly #suspected: LRUCache<string, true>
  readonly #refused: LRUCache<string, true>

  /** `now`: milliseconds. */
  constructor(log: (message: string) => void, now: () => number = () => performance.now()) {
    this.#log = log
    const options = { max: maxRemembered, ttl: quarantineMs, ttlResolution: 0, perf: { now } }
    this.#suspected = new LRUCache(options)
    this.#refused = new LRUCache(options)
  }

  /** Throws a Fault query_quarantined when the statement is refused. */
  check(sql: string): void {
    const leftMs = timeLeftMs(this.#refused, sql)
    if (leftMs > 0) throw new Fault('query_quarantined', { retryAfter: Math.ceil(leftMs / 1_000) })
  }

  /** Whether the statement may be sent to the process now; if not, `next` returns it later. */
  admit(id: number, read: Read): boolean {
    const isSuspect = timeLeftMs(this.#suspected, read.sql) > 0
    if (isSuspect && this.#onTrial !== undefined) {
      this.#held.set(id, read)
      return false
    }
    if (isSuspect) this.#onTrial = id
    this.#sent.set(id, read)
    return true
  }

  /** The process has answered the statement, or begun to: clears the suspicion. */
  acquit(id: number): void {
    const read = this.#sent.get(id)
    if (read !== undefined && this.#suspected.size > 0) this.#suspected.delete(hashOf(read.sql))
    if (this.#onTrial === id) this.#onTrial = undefined
  }

  /** The process is done with the statement, which was answered or cancelled. */
  settle(id: number): void {
    this.#sent.delete(id)
    if (this.#onTrial === id) this.#onTrial = undefined
  }

  /**
   * Withdraws an abandoned statement. Returns whether it was held, in which case the process does not have
   * it.
   */
  withdraw(id: number): boolean {
    return this.#held.delete(id)
  }

  /** The suspect that may be sent to the process now. */
  next(): number | undefined {
    const [first] = this.#held
    if (first === undefined || this.#onTrial !== undefined) return undefined
    const [id, read] = first
    this.#held.delete(id)
    return this.admit(id, read) ? id : undefined
  }

  /** Called when the process ended. Returns the statements that ran. */
  ended(): ReadonlySet<number> {
    const ran = this.#running()
    for (const [id, { sql }] of ran) {
      const convicted = id === this.#onTrial
      const list = convicted ? this.#refused : this.#suspected
      list.set(hashOf(sql), true)
      if (convicted)
        this.#log(`refused for an hour, because the engine ended twice while it ran: ${sql.slice(0, 500)}`)
    }
    this.#sent.clear()
    this.#held.clear()
    this.#onTrial = undefined
    return new Set(ran.keys())
  }

  /**
   * Statements that the process runs: it starts the reads of a lane in order, as many at once as the lane has
   * sessions.
   */
  #running(): Map<number, Read> {
    const free: Record<Lane, number> = { ...lanes }
    return new Map([...this.#sent].filter(([, { lane }]) => free[lane]-- > 0))
  }
}

function timeLeftMs(list: LRUCache<string, true>, sql: string): number {
  // The list is usually empty, and then no hash is needed.
  return list.size === 0 ? 0 : list.getRemainingTTL(hashOf(sql))
}

function hashOf(sql: string): string {
  return createHash('sha256').update(sql).digest('base64')
}
