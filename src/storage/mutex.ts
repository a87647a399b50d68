import { Fault } from '../schema/fault.ts'
import type { Read } from './store.ts'

type Waiter = Pick<Read, 'signal' | 'timeout' | 'withoutSlot'>

/**
 * Serialises work, in the order of the calls. A read that waits stops with its signal and after its timeout, and leaves its slot at the
 * store to others meanwhile: as many wait here as reads are let in at once.
 */
export class Mutex {
  #isLocked = false
  readonly #line: (() => void)[] = []

  /**
   * Runs the work when all that was called before is over. Rejects with the signal's reason as soon as that fires, with a Fault
   * query_timeout when it has waited for `read.timeout`, or as the work does. Work that has begun is over when it says so itself.
   */
  async runExclusive<T>(read: Waiter, work: () => Promise<T>): Promise<T> {
    const { signal } = read
    signal.throwIfAborted()
    if (this.#isLocked) await this.#wait(read)
    this.#isLocked = true
    const done = work().finally(() => this.#unlock())
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await Promise.race([done, aborted.promise])
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  /** Does at once, or when all that was called before is over, what takes no time and cannot fail. */
  afterwards(act: () => void): void {
    if (!this.#isLocked) act()
    else
      this.#line.push(() => {
        act()
        this.#unlock()
      })
  }

  #unlock(): void {
    const next = this.#line.shift()
    this.#isLocked = next !== undefined
    next?.()
  }

  async #wait({ signal, timeout, withoutSlot }: Waiter): Promise<void> {
    const turn = Promise.withResolvers<void>()
    let isOurs = false
    const enter = () => {
      isOurs = true
      turn.resolve()
    }
    const abort = () => turn.reject(signal.reason)
    const timer = setTimeout(() => turn.reject(new Fault('query_timeout')), timeout * 1_000)
    signal.addEventListener('abort', abort, { once: true })
    this.#line.push(enter)
    try {
      await (withoutSlot === undefined ? turn.promise : withoutSlot(turn.promise))
    } catch (error) {
      if (isOurs) this.#unlock()
      else this.#line.splice(this.#line.indexOf(enter), 1)
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
  }
}
