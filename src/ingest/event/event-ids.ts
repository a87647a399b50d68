/**
 * Assigns event ids from blocks that are reserved in the metadata store before their first id is used, so
 * that ids stay unique even after a kill.
 */
export class EventIds {
  readonly #reserve: (size: number, above: number) => Promise<number>
  readonly #blockSize: number
  readonly #step: number
  /** Ids up to this one may be in use. */
  #taken = 0
  // The next id of the current block, and the end of the block.
  #next = 0
  #end = 0
  /** Start of the block after the current one; -1 if none is reserved. */
  #following = -1
  #reserving: Promise<void> | undefined

  /**
   * `reserve` returns the first of `size` new ids above all earlier ids and `above`. The ids of a block are
   * `step` apart.
   */
  constructor(
    reserve: (size: number, above: number) => Promise<number>,
    { size, step }: { size: number; step: number },
  ) {
    this.#reserve = reserve
    this.#blockSize = size
    this.#step = step
  }

  /** Ids that `next` can return without a refill. */
  get available(): number {
    return (this.#end - this.#next) / this.#step + (this.#following === -1 ? 0 : this.#blockSize)
  }

  /** Skips ids up to this one, which the metadata store may have forgotten. Call it before `refill`. */
  skipPast(id: number): void {
    this.#taken = Math.max(this.#taken, id)
  }

  /** The next id. Throws if `available` is 0: the caller refills before. */
  next(): number {
    if (this.#next === this.#end) {
      if (this.#following === -1) throw new Error('No event ids are left')
      this.#next = this.#following
      this.#end = this.#following + this.#blockSize * this.#step
      this.#following = -1
    }
    const id = this.#next
    this.#next += this.#step
    return id
  }

  /** Reserves the next block unless one is reserved. */
  async refill(): Promise<void> {
    if (this.#following !== -1) return
    this.#reserving ??= this.#reserve(this.#blockSize, this.#taken)
      .then(from => {
        this.#following = from
      })
      .finally(() => {
        this.#reserving = undefined
      })
    await this.#reserving
  }
}
