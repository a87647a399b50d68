import type { Figure } from '../../schema/store/figure.ts'

/** Maximum seconds that are kept; beyond it, counts go to the second that was counted last. */
const maxSeconds = 86_400

/**
 * A second is taken after this time, since the events of a body are counted in the second of its receipt, but
 * only once the body is read. Events of a body that takes longer are taken later, as the same second again.
 */
const settleSeconds = 3

interface Count {
  firsts: number
  duplicates: number
  tooOld: number
}

/** Counts first occurrences, duplicates and events that were too old, by the second of receipt. */
export class PerSecondCounts {
  readonly #seconds = new Map<number, Count>()
  #current: Count = { firsts: 0, duplicates: 0, tooOld: 0 }
  /** Start and end of the second of `#current`, microseconds. NaN: the next count looks up its second. */
  #start = Number.NaN
  #end = Number.NaN

  countFirst(receivedAt: number): void {
    this.#at(receivedAt).firsts++
  }

  countDuplicate(receivedAt: number): void {
    this.#at(receivedAt).duplicates++
  }

  countTooOld(receivedAt: number): void {
    this.#at(receivedAt).tooOld++
  }

  /** Removes and returns the seconds that are settled at `now` (Unix milliseconds; Infinity: all). */
  takeSettled(now: number): Figure[] {
    const firstOpen = Math.floor(now / 1_000) - settleSeconds
    const figures: Figure[] = []
    for (const [second, { firsts, duplicates, tooOld }] of this.#seconds) {
      if (second >= firstOpen) continue
      this.#seconds.delete(second)
      figures.push({ second, kind: 'ingest', series: '', values: [firsts, duplicates, tooOld] })
    }
    // The next count must not go to a second that was already taken.
    this.#start = Number.NaN
    return figures
  }

  #at(receivedAt: number): Count {
    if (receivedAt >= this.#start && receivedAt < this.#end) return this.#current
    const second = Math.floor(receivedAt / 1_000_000)
    const known = this.#seconds.get(second)
    if (known === undefined && this.#seconds.size >= maxSeconds) return this.#current
    this.#start = second * 1_000_000
    this.#end = this.#start + 1_000_000
    this.#current = known ?? { firsts: 0, duplicates: 0, tooOld: 0 }
    if (known === undefined) this.#seconds.set(second, this.#current)
    return this.#current
  }
}
