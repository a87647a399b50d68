import pLimit from 'p-limit'
import { Fault } from '../schema/fault.ts'
import type { Read } from './store.ts'
import { until } from './until.ts'

/**
 * Serialises work in the order of the calls. A read that waits stops with its signal or after its timeout, and leaves its slot at the
 * store to others meanwhile: as many wait here as reads are let in at once.
 */
export class Mutex {
  readonly #limit = pLimit(1)

  /**
   * Runs the work when all that was called before has ended. Rejects with the signal's reason as soon as that fires (work that has
   * begun goes on), with a Fault query_timeout when it has waited for `read.timeout`, or as the work does.
   */
  async runExclusive<T>(
    { signal, timeout, withoutSlot }: Pick<Read, 'signal' | 'timeout' | 'withoutSlot'>,
    work: () => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted()
    const isFree = this.#limit.activeCount + this.#limit.pendingCount === 0
    const turn = Promise.withResolvers<void>()
    const start = Promise.withResolvers<void>()
    const done = this.#limit(async () => {
      turn.resolve()
      await start.promise
      return await work()
    })
    try {
      const timeoutError = () => new Fault('query_timeout')
      const waited = until(turn.promise, { signal, timeoutMs: timeout * 1_000, timeoutError })
      await (isFree || withoutSlot === undefined ? waited : withoutSlot(waited))
      start.resolve()
    } catch (error) {
      // The turn goes to the next one; nobody else looks at these.
      start.promise.catch(() => {})
      done.catch(() => {})
      start.reject(error)
      throw error
    }
    return await until(done, { signal })
  }

  /** Runs what takes no time and cannot fail when all that was called before has ended. */
  afterwards(act: () => void): void {
    void this.#limit(act)
  }
}
