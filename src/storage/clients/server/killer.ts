import { setTimeout as sleep } from 'node:timers/promises'
import { thrownText } from '../../../schema/thrown-text.ts'

/**
 * A statement counts as ended when the server did not find it this many times in a row. It may reach the
 * server after the first attempts to kill it, and a killed statement takes time to end.
 */
const maxMisses = 6
const intervalMs = 50
/** Maximum pending statements. Above it, the oldest are dropped and run until their own timeout. */
const maxPending = 1_000

/** Kills the statements with these ids. Resolves with the ids of the statements that were still running. */
export type KillStatements = (ids: readonly string[]) => Promise<readonly string[]>

/** Kills abandoned statements: closing their connection does not stop them. */
export class StatementKiller {
  readonly #killStatements: KillStatements
  readonly #log: (reason: string) => void
  /** Ids, with the number of consecutive times that each was not found. */
  readonly #misses = new Map<string, number>()
  /** Whether `#work` runs. */
  #isWorking = false
  #isClosed = false
  /** Whether the last attempt failed; the failure was logged when this became true. */
  #isFailing = false

  /** `log`: called with the reason why statements cannot be killed, once per outage. */
  constructor(killStatements: KillStatements, log: (reason: string) => void) {
    this.#killStatements = killStatements
    this.#log = log
  }

  /** Adds a statement to kill. Returns at once; failures are logged. */
  kill(id: string): void {
    if (this.#isClosed) return
    this.#misses.set(id, 0)
    for (const oldest of this.#misses.keys()) {
      if (this.#misses.size <= maxPending) break
      this.#misses.delete(oldest)
    }
    if (!this.#isWorking) void this.#work()
  }

  close(): void {
    this.#isClosed = true
    this.#misses.clear()
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    let pauseMs = intervalMs
    while (this.#misses.size > 0 && !this.#isClosed) {
      const ids = [...this.#misses.keys()]
      try {
        const found = new Set(await this.#killStatements(ids))
        for (const id of ids) this.#recordAttempt(id, found.has(id))
        pauseMs = intervalMs
        this.#isFailing = false
      } catch (error) {
        if (!this.#isFailing && !this.#isClosed) this.#log(thrownText(error))
        this.#isFailing = true
        // The statements may still be running when the server answers again: continues, at longer intervals.
        pauseMs = Math.min(pauseMs * 2, 2_000)
      }
      await sleep(pauseMs, undefined, { ref: false })
    }
    this.#isWorking = false
  }

  #recordAttempt(id: string, isFound: boolean): void {
    const misses = isFound ? 0 : (this.#misses.get(id) ?? 0) + 1
    if (misses >= maxMisses) this.#misses.delete(id)
    else if (this.#misses.has(id)) this.#misses.set(id, misses)
  }
}
