import type { Figure } from '../schema/figure.ts'

/** Seconds that are held while nobody takes them; beyond, new counts go to the newest of them. */
const maxSeconds = 86_400

/** Seconds after which a second is complete: a long body is counted with the moment of its receipt when it has been read. */
const settleSeconds = 3

interface Count {
  firsts: number
  duplicates: number
  tooOld: number
}

/**
 * What came in, by the second of its receipt: first occurrences, duplicates, and what was out of time. On the hot path: a comparison and
 * an addition an event.
 */
export class PerSecondCounts {
  readonly #seconds = new Map<number, Count>()
  #current: Count = { firsts: 0, duplicates: 0, tooOld: 0 }
  /** The second of `current`, microseconds. */
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

  /**
   * Takes out the seconds that ended some time before `now` (Unix milliseconds), when nothing comes for them any more; with Infinity
   * all. The values are firsts, duplicates, out of time.
   */
  takeSettled(now: number): Figure[] {
    const open = Math.floor(now / 1_000) - settleSeconds
    const figures: Figure[] = []
    for (const [second, { firsts, duplicates, tooOld }] of this.#seconds) {
      if (second >= open) continue
      this.#seconds.delete(second)
      figures.push({ second, kind: 'ingest', series: '', values: [firsts, duplicates, tooOld] })
    }
    // What is counted next must not go to a second that has been taken.
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
