import type { StateListener, StateText } from '../query-service.ts'
import type { Log } from './failure.ts'

interface Watcher {
  update: StateListener
  ended: () => void
  /** Unix milliseconds. */
  updatedAt: number
  last: StateText
}

/**
 * Half of the interval between refreshes (refresh-timer.ts). With an equal interval, every state would be
 * delayed by as long as the watcher's last update came after its refresh, for ever.
 */
const minIntervalMs = 500

/** The watchers of one state: each gets the state at once, then its newest form at most twice a second. */
export class Watchers {
  readonly #all = new Set<Watcher>()
  readonly #state: () => StateText
  readonly #now: () => number
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined

  /** `state` returns the current state: the same text while nothing has changed. */
  constructor(state: () => StateText, now: () => number, log: Log) {
    this.#state = state
    this.#now = now
    this.#log = log
  }

  get size(): number {
    return this.#all.size
  }

  /** Returns the function that removes the watcher. */
  add(update: StateListener, ended: () => void): () => void {
    const watcher = { update, ended, updatedAt: this.#now(), last: this.#state() }
    this.#all.add(watcher)
    update(watcher.last)
    return () => this.#all.delete(watcher)
  }

  /** The state may have changed. */
  notify(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#all.size > 0) this.#updateDue()
  }

  end(): void {
    clearTimeout(this.#timer)
    const all = [...this.#all]
    this.#all.clear()
    for (const { ended } of all) ended()
  }

  /** Removes a watcher that throws. */
  #update(watcher: Watcher, state: StateText): void {
    try {
      watcher.update(state)
    } catch (error) {
      this.#all.delete(watcher)
      this.#log('a watcher of a query failed', error)
    }
  }

  /** Updates the watchers whose interval is over, the others when theirs is. */
  #updateDue(): void {
    const now = this.#now()
    const state = this.#state()
    let next = Number.POSITIVE_INFINITY
    for (const watcher of [...this.#all]) {
      if (watcher.last.text === state.text || !this.#all.has(watcher)) continue
      const due = watcher.updatedAt + minIntervalMs
      if (now < due) next = Math.min(next, due)
      else {
        watcher.updatedAt = now
        watcher.last = state
        this.#update(watcher, state)
      }
    }
    if (next === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#updateDue()
    }, next - now)
  }
}
