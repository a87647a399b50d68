/** A node that has begun no batch for this long does not append now. */
const recentMs = 5_000

/**
 * A node begins groups of files at most this often for each node that appends. So all together begin 200
 * groups a second, each with a change of the log to begin and one to end: each change takes its turn at one
 * lock, and every node reads it.
 */
const groupMsPerNode = 5

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

  /**
   * Milliseconds for which a group of files should last. The delivery pauses for as long after it, and the
   * next group has the files of both times.
   */
  get groupMs(): number {
    return (this.count * groupMsPerNode) / 2
  }

  get count(): number {
    const since = this.#clock() - recentMs
    for (const [remainder, at] of this.#begunAt) if (at < since) this.#begunAt.delete(remainder)
    return this.#begunAt.size
  }
}
