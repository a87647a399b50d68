import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Fault } from '../../schema/fault.ts'

/** How long a statement is suspected after one end of the engine process, and refused after two. */
const quarantineMs = 3_600_000
/** Statements in each list. */
const maxRemembered = 1_000

/**
 * Finds out which reads end the engine process. Those that ran when it ended are suspects until they are answered. Suspects run one at
 * a time, so that the next end convicts one: it is refused from then on. Other statements are not held up. Nothing of this outlives the
 * service.
 */
export class Quarantine {
  readonly #log: (message: string) => void
  /** Statements that the process was given and has not settled. */
  readonly #sent = new Map<number, string>()
  /** Those of them that it runs. */
  readonly #running = new Set<number>()
  /** Suspects that wait until the one on trial is answered. */
  readonly #held = new Map<number, string>()
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

  /** Throws a Fault query_quarantined for a statement that is refused. */
  check(sql: string): void {
    const leftMs = timeLeftMs(this.#refused, sql)
    if (leftMs > 0) throw new Fault('query_quarantined', { retryAfter: Math.ceil(leftMs / 1_000) })
  }

  /** Whether the process may be given a statement now; if not, `next` names it later. */
  admit(id: number, sql: string): boolean {
    const isSuspect = timeLeftMs(this.#suspected, sql) > 0
    if (isSuspect && this.#onTrial !== undefined) {
      this.#held.set(id, sql)
      return false
    }
    if (isSuspect) this.#onTrial = id
    this.#sent.set(id, sql)
    return true
  }

  /** The process runs the statement from now on. */
  started(id: number): void {
    if (this.#sent.has(id)) this.#running.add(id)
  }

  /** The process has answered the statement, or begins to: it is no suspect. */
  acquit(id: number): void {
    const sql = this.#sent.get(id)
    if (sql !== undefined && this.#suspected.size > 0) this.#suspected.delete(hashOf(sql))
    if (this.#onTrial === id) this.#onTrial = undefined
  }

  /** The process is done with the statement, answered or cancelled. */
  settle(id: number): void {
    this.#sent.delete(id)
    this.#running.delete(id)
    if (this.#onTrial === id) this.#onTrial = undefined
  }

  /** Nobody waits for the statement any more. Returns whether it was held, so that the process does not have it. */
  withdraw(id: number): boolean {
    return this.#held.delete(id)
  }

  /** The suspect that the process may be given now. */
  next(): number | undefined {
    const [first] = this.#held
    if (first === undefined || this.#onTrial !== undefined) return undefined
    const [id, sql] = first
    this.#held.delete(id)
    return this.admit(id, sql) ? id : undefined
  }

  /** The process ended. Returns the statements that ran. */
  ended(): ReadonlySet<number> {
    const ran = new Set(this.#running)
    for (const id of ran) {
      const sql = this.#sent.get(id) ?? ''
      const convicted = id === this.#onTrial
      const list = convicted ? this.#refused : this.#suspected
      list.set(hashOf(sql), true)
      if (convicted)
        this.#log(`refused for an hour, because the engine ended twice while it ran: ${sql.slice(0, 500)}`)
    }
    this.#sent.clear()
    this.#running.clear()
    this.#held.clear()
    this.#onTrial = undefined
    return ran
  }
}

function timeLeftMs(list: LRUCache<string, true>, sql: string): number {
  // Most often the list is empty, and no hash is needed.
  return list.size === 0 ? 0 : list.getRemainingTTL(hashOf(sql))
}

function hashOf(sql: string): string {
  return createHash('sha256').update(sql).digest('base64')
}
