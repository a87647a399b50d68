import type { StateText } from '../query-service.ts'
import type { Log } from './failure.ts'

interface Watcher {
  update: (state: StateText) => void
  ended: () => void
  /** Unix milliseconds. */
  toldAt: number
  /** What was told last. */
  told: StateText
}

/** A watcher is told once in this time at most, milliseconds. */
const minIntervalMs = 1_000

/** Those who watch one and the same state: each is told it at once, then its newest form at most once a second. */
export class Watchers {
  readonly #all = new Set<Watcher>()
  readonly #state: () => StateText
  readonly #now: () => number
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined

  /** `state` makes the present state; the same object as before when nothing has changed. */
  constructor(state: () => StateText, now: () => number, log: Log) {
    this.#state = state
    this.#now = now
    this.#log = log
  }

  get size(): number {
    return this.#all.size
  }

  /** Returns the function that takes the watcher off. */
  add(update: (state: StateText) => void, ended: () => void): () => void {
    const watcher = { update, ended, toldAt: this.#now(), told: this.#state() }
    this.#all.add(watcher)
    update(watcher.told)
    return () => this.#all.delete(watcher)
  }

  /** The state may have changed. */
  notify(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#all.size > 0) this.#tell()
  }

  /** There will be no state any more. */
  end(): void {
    clearTimeout(this.#timer)
    const all = [...this.#all]
    this.#all.clear()
    for (const { ended } of all) ended()
  }

  /** A watcher that fails is not told again, and does no harm to the others. */
  #update(watcher: Watcher, state: StateText): void {
    try {
      watcher.update(state)
    } catch (error) {
      this.#all.delete(watcher)
      this.#log('a watcher of a query failed', error)
    }
  }

  /** Tells those whose second is over; the others when theirs is. */
  #tell(): void {
    const now = this.#now()
    const state = this.#state()
    let next = Number.POSITIVE_INFINITY
    for (const watcher of [...this.#all]) {
      if (watcher.told.text === state.text || !this.#all.has(watcher)) continue
      const due = watcher.toldAt + minIntervalMs
      if (now < due) next = Math.min(next, due)
      else {
        watcher.toldAt = now
        watcher.told = state
        this.#update(watcher, state)
      }
    }
    if (next === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#tell()
    }, next - now)
  }
}
