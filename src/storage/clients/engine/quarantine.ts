import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Fault } from '../../../schema/fault.ts'
import { type Lane, lanes } from './protocol.ts'

/** How long a statement is a suspect after one crash of the engine process, and is refused after two. */
const quarantineMs = 3_600_000
/** Maximum statements in each list. */
const maxRemembered = 1_000

interface SentStatement {
  lane: Lane
  sql: string
}

/**
 * Finds the reads that crash the engine process, and refuses them for an hour. A crash makes each statement
 * that was running a suspect until it returns a result or an error of its own. Suspects run one at a time: if
 * the process crashes again, the one that was running is refused. Other statements are not delayed. The lists
 * are kept in memory only.
 */
export class Quarantine {
  readonly #log: (message: string) => void
  /** Statements that the process has and has not finished, in the order of sending. */
  readonly #sent = new Map<number, SentStatement>()
  /** Suspects that wait until the running suspect is finished. */
  readonly #held = new Map<number, SentStatement>()
  /** Id of the suspect that the process has and has not answered. */
  #runningSuspect: number | undefined
  /** Suspects and refused statements, by hash of their SQL. */
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

  /**
   * Registers a statement. True: the caller must send it to the process now. False: it is held, and
   * `takeNext` returns it later.
   */
  admit(id: number, statement: SentStatement): boolean {
    const isSuspect = timeLeftMs(this.#suspected, statement.sql) > 0
    if (isSuspect && this.#runningSuspect !== undefined) {
      this.#held.set(id, statement)
      return false
    }
    if (isSuspect) this.#runningSuspect = id
    this.#sent.set(id, statement)
    return true
  }

  /**
   * Called when a statement has returned a part of its result, or an error of its own: it is no longer a
   * suspect.
   */
  clearSuspicion(id: number): void {
    const statement = this.#sent.get(id)
    if (statement !== undefined && this.#suspected.size > 0) this.#suspected.delete(hashOf(statement.sql))
    if (this.#runningSuspect === id) this.#runningSuspect = undefined
  }

  /** Called when the process has finished a statement. After a cancellation, a suspect stays one. */
  settle(id: number): void {
    this.#sent.delete(id)
    if (this.#runningSuspect === id) this.#runningSuspect = undefined
  }

  /** Withdraws an abandoned statement. True: it was held, so there is nothing to cancel in the process. */
  withdraw(id: number): boolean {
    return this.#held.delete(id)
  }

  /** Takes the next held suspect that may run now. The caller must send it to the process. */
  takeNext(): number | undefined {
    const [first] = this.#held
    if (first === undefined || this.#runningSuspect !== undefined) return undefined
    const [id, statement] = first
    this.#held.delete(id)
    return this.admit(id, statement) ? id : undefined
  }

  /** Called when the process has exited. Returns the ids of the statements that were running. */
  onProcessExit(): ReadonlySet<number> {
    const ran = this.#running()
    for (const [id, { sql }] of ran) {
      const isRefused = id === this.#runningSuspect
      const list = isRefused ? this.#refused : this.#suspected
      list.set(hashOf(sql), true)
      if (isRefused)
        this.#log(
          `refused for ${quarantineMs / 60_000} minutes, because the engine ended twice while it ran: ${sql.slice(0, 500)}`,
        )
    }
    this.#sent.clear()
    this.#held.clear()
    this.#runningSuspect = undefined
    return new Set(ran.keys())
  }

  /** Statements that the process is running: the first of each lane, as many as the lane has sessions. */
  #running(): Map<number, SentStatement> {
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
