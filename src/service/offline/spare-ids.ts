import { isOutage } from '../../metadata/postgres/open.ts'
import type { OfflineState } from './offline-state.ts'

/** Reserves `size` ids above `above` in the metadata. Returns the first. */
type Reserve = (size: number, above: number) => Promise<number>

/** Maximum blocks on disk. Each start takes one, and then one for each four million events. */
const maxBlocks = 16
/** At this number of blocks or fewer, `take` reserves more. */
const minBlocks = 8

/**
 * Gives blocks of event ids that are kept on disk, so that ingest can start and continue while the metadata
 * is away. A block leaves the disk before it is given: no id is given twice, also across kills.
 */
export class SpareIds {
  readonly #state: OfflineState
  /** Resolves when `attach` is called. */
  readonly #attached = Promise.withResolvers<void>()
  /** Undefined before `attach`. */
  #reserve: Reserve | undefined
  /** Distance between the ids of a block: nodes that share the metadata take turns. */
  readonly #step: number
  /** All ids of later blocks are greater. */
  #above = 0

  constructor(state: OfflineState, step: number) {
    this.#state = state
    this.#step = step
  }

  /** From now on, blocks are reserved in the metadata, above all kept ones. */
  attach(reserve: Reserve): void {
    this.#reserve = reserve
    this.#attached.resolve()
  }

  /** Makes all ids of later blocks greater than `id`. */
  skipPast(id: number): void {
    this.#above = Math.max(this.#above, id)
  }

  /**
   * The first id of a block of `size`, greater than `above` and all earlier ids. Waits for the metadata if no
   * block is kept. Rejects if the metadata refuses, as it does for a removed node, and if the file of blocks
   * cannot be written. Do not call it again before the last call has ended.
   */
  async take(size: number, above: number): Promise<number> {
    this.skipPast(above)
    let blocks = this.#state.kept.blocks.filter(first => first > this.#above)
    if (blocks.length === 0) await this.#attached.promise
    if (this.#reserve !== undefined && blocks.length <= minBlocks)
      blocks = await this.#fill(this.#reserve, size, blocks)
    const [first, ...others] = blocks
    if (first === undefined) throw new Error('no event ids were reserved')
    this.#state.write({ blocks: others })
    return first
  }

  /** Returns `blocks` with further ones from the metadata, or without if PostgreSQL does not answer. */
  async #fill(reserve: Reserve, size: number, blocks: readonly number[]): Promise<number[]> {
    // One more than `maxBlocks`, since `take` gives one at once.
    const count = maxBlocks + 1 - blocks.length
    const width = size * this.#step
    const last = blocks.at(-1)
    const end = last === undefined ? 0 : last + width
    try {
      const from = await reserve(count * size, Math.max(this.#above, end))
      return [...blocks, ...Array.from({ length: count }, (_, i) => from + i * width)]
    } catch (error) {
      if (blocks.length === 0 || !isOutage(error)) throw error
      return [...blocks]
    }
  }
}
