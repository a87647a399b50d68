/** A node that has begun no batch for this long does not append now. */
const recentMs = 5_000

/** Which nodes append now, by the batches that have begun. */
export class AppendingNodes {
  /** Numbers of different nodes have different remainders when divided by this number. */
  readonly #by: number
  readonly #clock: () => number
  /** When each node began its last batch, by the remainder of its numbers. */
  readonly #begunAt = new Map<number, number>()

  /** `clock`: milliseconds of a monotonic clock. */
  constructor(by: number, clock: () => number = () => performance.now()) {
    this.#by = by
    this.#clock = clock
  }

  /** A batch has begun. */
  begun(number: number): void {
    this.#begunAt.set(number % this.#by, this.#clock())
  }

  get count(): number {
    const since = this.#clock() - recentMs
    for (const [remainder, at] of this.#begunAt) if (at < since) this.#begunAt.delete(remainder)
    return this.#begunAt.size
  }
}
