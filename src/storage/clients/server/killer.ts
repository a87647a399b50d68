import { setTimeout as sleep } from 'node:timers/promises'
import { thrownText } from '../../../schema/thrown-text.ts'

/** Attempts to find a statement before giving up: the server may learn of it only after it was abandoned. */
const maxMisses = 5
const intervalMs = 50
/** Maximum statements to end; the oldest beyond it run until their own timeout. */
const maxKept = 1_000

/** Ends the statements with these ids. Resolves with the ids that it found. */
export type Kill = (ids: readonly string[]) => Promise<readonly string[]>

/** Ends abandoned statements, which a closed connection does not. */
export class Killer {
  readonly #kill: Kill
  readonly #log: (reason: string) => void
  /** Ids, with the number of consecutive times that each was not found. */
  readonly #misses = new Map<string, number>()
  #isWorking = false
  #isClosed = false
  #isFailing = false

  /** `log`: called with the reason why statements cannot be ended, once per outage. */
  constructor(kill: Kill, log: (reason: string) => void) {
    this.#kill = kill
    this.#log = log
  }

  kill(id: string): void {
    if (this.#isClosed) return
    this.#misses.set(id, 0)
    for (const oldest of this.#misses.keys()) {
      if (this.#misses.size <= maxKept) break
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
    for (let pauseMs = intervalMs; this.#misses.size > 0 && !this.#isClosed; ) {
      const ids = [...this.#misses.keys()]
      try {
        const found = new Set(await this.#kill(ids))
        for (const id of ids) this.#note(id, found.has(id))
        pauseMs = intervalMs
        this.#isFailing = false
      } catch (error) {
        if (!this.#isFailing && !this.#isClosed) this.#log(thrownText(error))
        this.#isFailing = true
        // A server that does not answer may still run them once it does.
        pauseMs = Math.min(pauseMs * 2, 2_000)
      }
      await sleep(pauseMs, undefined, { ref: false })
    }
    this.#isWorking = false
  }

  #note(id: string, isFound: boolean): void {
    const misses = isFound ? 0 : (this.#misses.get(id) ?? 0) + 1
    if (misses > maxMisses) this.#misses.delete(id)
    else if (this.#misses.has(id)) this.#misses.set(id, misses)
  }
}
