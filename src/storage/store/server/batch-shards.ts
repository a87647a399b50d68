import type { SpoolBatch } from '../../../schema/event/row.ts'
import type { Shard } from '../../clients/server/topology.ts'
import { indexOfTurn } from '../append/turn-by-weight.ts'

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
 * Chooses the shard of a batch. A repeated batch may already have rows, so it goes to the same shard again:
 * to the shard of the first try, or, if this process does not know that, to the shard that has its rows.
 * Other batches are spread by weight over the shards that take batches promptly, or else over the shards that
 * answer, or else over all.
 */
export class BatchShards {
  readonly #options: BatchShardsOptions
  /** The number of the shard of each batch that was sent and is not yet stored, by sequence of the batch. */
  readonly #chosen = new Map<number, number>()
  /**
   * Batches that another process may have sent. Their days may be in several shards, since `millrace events
   * copy` chooses a shard for each day.
   */
  readonly #scattered = new Set<number>()
  /** Number of batches spread so far. */
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
    keepNewest(this.#scattered.add(batch.sequence))
    return (await this.#options.find(batch)) ?? this.#spread()
  }

  /** Records that the batch is being sent to a shard, which may have rows of it from now on. */
  sent(batch: SpoolBatch, shard: Shard): void {
    keepNewest(this.#chosen.set(batch.sequence, shard.number))
  }

  /** Whether several shards may have days of the batch. */
  isScattered({ sequence }: Pick<SpoolBatch, 'sequence'>): boolean {
    return this.#scattered.has(sequence)
  }

  /** Forgets a batch that is stored. */
  stored(batch: SpoolBatch): void {
    this.#chosen.delete(batch.sequence)
    this.#scattered.delete(batch.sequence)
  }

  /** Chooses the shard whose turn it is, by weight. */
  #spread(): Shard {
    const { shards, isUp, isOpen } = this.#options
    const all = shards().filter(({ weight }) => weight > 0)
    const up = all.filter(isUp)
    let candidates = up.filter(isOpen)
    if (candidates.length === 0) candidates = up
    if (candidates.length === 0) candidates = all
    const weights = candidates.map(({ weight }) => weight)
    const chosen = candidates[indexOfTurn(weights, this.#turn++)]
    if (chosen === undefined) throw new RangeError('no shard takes batches')
    return chosen
  }
}

/** Forgets the oldest of more than `maxChosen` batches. */
function keepNewest(batches: Map<number, unknown> | Set<number>): void {
  for (const oldest of batches.keys()) {
    if (batches.size <= maxChosen) break
    batches.delete(oldest)
  }
}
