import type { Log } from './failure.ts'

interface Watcher {
  update: (text: string) => void
  ended: () => void
  /** Unix milliseconds. */
  toldAt: number
  /** What was told last. */
  told: string
}

/** A watcher is told once in this time at most, milliseconds. */
const interval = 1_000

/** Those who watch one and the same text: each is told it at once, then its newest form at most once a second. */
export class Watchers {
  readonly #all = new Set<Watcher>()
  readonly #text: () => string
  readonly #now: () => number
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined

  /** `text` makes the present text; the same string as before when nothing has changed. */
  constructor(text: () => string, now: () => number, log: Log) {
    this.#text = text
    this.#now = now
    this.#log = log
  }

  get size(): number {
    return this.#all.size
  }

  /** Returns the function that takes the watcher off. */
  add(update: (text: string) => void, ended: () => void): () => void {
    const watcher = { update, ended, toldAt: this.#now(), told: this.#text() }
    this.#all.add(watcher)
    update(watcher.told)
    return () => this.#all.delete(watcher)
  }

  /** The text may have changed. */
  changed(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#all.size > 0) this.#tell()
  }

  /** There will be no text any more. */
  end(): void {
    clearTimeout(this.#timer)
    const all = [...this.#all]
    this.#all.clear()
    for (const { ended } of all) ended()
  }

  /** A watcher that fails is not told again, and does no harm to the others. */
  #update(watcher: Watcher, text: string): void {
    try {
      watcher.update(text)
    } catch (error) {
      this.#all.delete(watcher)
      this.#log('a watcher of a query failed', error)
    }
  }

  /** Tells those whose second is over; the others when theirs is. */
  #tell(): void {
    const now = this.#now()
    const text = this.#text()
    let next = Number.POSITIVE_INFINITY
    for (const watcher of [...this.#all]) {
      if (watcher.told === text || !this.#all.has(watcher)) continue
      const due = watcher.toldAt + interval
      if (now < due) next = Math.min(next, due)
      else {
        watcher.toldAt = now
        watcher.told = text
        this.#update(watcher, text)
      }
    }
    if (next === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#tell()
    }, next - now)
  }
}
