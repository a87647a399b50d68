import type { Candidate } from './ranking.ts'

/** The n best by count descending and order ascending, and all that tie with the last of them. */
export class Candidates {
  readonly #wanted: number
  readonly #maxBest: number
  #found: Candidate[] = []
  #pruneAt: number
  #hasTooMany = false
  /** Worse candidates are not among the best. */
  worstCount = 0
  worstOrder = Number.POSITIVE_INFINITY

  /** `maxBest`: how many there may be in the end. */
  constructor(wanted: number, maxBest: number) {
    this.#wanted = wanted
    this.#maxBest = maxBest
    this.#pruneAt = 2 * wanted + 1_000
  }

  add(candidate: Candidate): void {
    if (this.#hasTooMany) return
    this.#found.push(candidate)
    if (this.#found.length >= this.#pruneAt) this.#prune()
    // Far more than wanted are tied.
    if (this.#found.length > 50 * this.#maxBest) this.#hasTooMany = true
  }

  /** Undefined when there are too many. */
  best(): Candidate[] | undefined {
    this.#prune()
    return this.#hasTooMany || this.#found.length > this.#maxBest ? undefined : this.#found
  }

  #prune(): void {
    const found = this.#found.sort((a, b) => b.count - a.count || a.order - b.order)
    const last = found[this.#wanted - 1]
    if (last === undefined) return
    this.worstCount = last.count
    this.worstOrder = last.order
    let end = this.#wanted
    while (found[end]?.count === last.count && found[end]?.order === last.order) end++
    found.length = Math.min(end, found.length)
    this.#pruneAt = 2 * found.length + 1_000
  }
}
