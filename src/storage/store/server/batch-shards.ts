import type { SpoolBatch } from '../../../schema/event/row.ts'
import type { Shard } from '../../clients/server/topology.ts'

/** Maximum batches whose shard is remembered; ingest inserts some hundred at a time. */
const maxChosen = 10_000

interface BatchShardsOptions {
  shards: () => readonly Shard[]
  isUp: (shard: Shard) => boolean
  /** Whether a shard that answers takes batches promptly. */
  isOpen: (shard: Shard) => boolean
  /** Finds the shard that has rows of a batch, or is inserting some. */
  find: (batch: SpoolBatch) => Promise<Shard | undefined>
}

/**
 * Chooses the shard of a batch. Rows that may already be stored stay: a repetition goes to the shard of the
 * first try, and a repetition unknown to this process goes to the shard that has its rows. Other batches are
 * spread by weight over the shards that take batches promptly, or else over all that answer.
 */
export class BatchShards {
  readonly #options: BatchShardsOptions
  readonly #chosen = new Map<number, number>()
  /**
   * Batches of another process, whose days may be in any shard: the copy of a data folder assigns each day a
   * shard of its own.
   */
  readonly #scattered = new Set<number>()
  #turn = 0

  constructor(options: BatchShardsOptions) {
    this.#options = options
  }

  /** Chooses the shard of a batch; undefined when `find` must look for it. */
  choose(batch: SpoolBatch): Shard | undefined {
    const all = this.#options.shards()
    const number = this.#chosen.get(batch.sequence)
    const known = all.find(shard => shard.number === number)
    if (known !== undefined) return known
    return !batch.repeated || all.length === 1 ? this.#spread() : undefined
  }

  /** Finds the shard of a batch that another process may have sent, or chooses one. */
  async find(batch: SpoolBatch): Promise<Shard> {
    keep(this.#scattered.add(batch.sequence))
    return (await this.#options.find(batch)) ?? this.#spread()
  }

  /** Records that the batch is being sent to a shard, which may have rows of it from now on. */
  sent(batch: SpoolBatch, shard: Shard): void {
    keep(this.#chosen.set(batch.sequence, shard.number))
  }

  /** Whether other shards may also have days of the batch. */
  isScattered({ sequence }: Pick<SpoolBatch, 'sequence'>): boolean {
    return this.#scattered.has(sequence)
  }

  stored(batch: SpoolBatch): void {
    this.#chosen.delete(batch.sequence)
    this.#scattered.delete(batch.sequence)
  }

  #spread(): Shard {
    const { shards, isUp, isOpen } = this.#options
    const all = shards().filter(({ weight }) => weight > 0)
    const up = all.filter(isUp)
    const among = [up.filter(isOpen), up].find(({ length }) => length > 0) ?? all
    let at = this.#turn++ % among.reduce((sum, { weight }) => sum + weight, 0)
    const chosen = among.find(({ weight }) => {
      at -= weight
      return at < 0
    })
    if (chosen === undefined) throw new RangeError('no shard takes batches')
    return chosen
  }
}

/** Keeps only the newest entries. */
function keep(batches: Map<number, unknown> | Set<number>): void {
  for (const oldest of batches.keys()) {
    if (batches.size <= maxChosen) break
    batches.delete(oldest)
  }
}
