import type { SpoolBatch } from '../../schema/row.ts'
import type { Shard } from './topology.ts'

/** Batches whose shard is remembered; ingest inserts some hundred at a time. */
const maxChosen = 10_000

interface BatchShardsOptions {
  shards: () => readonly Shard[]
  isUp: (shard: Shard) => boolean
  /** The shard that has rows of a batch, or is inserting some. */
  find: (batch: SpoolBatch) => Promise<Shard | undefined>
}

/**
 * Which shard a batch goes to. Where its rows may be already, they stay: a repetition goes where the first try went, and one of which this
 * process knows nothing goes where its rows are found. Others are spread by weight over the shards that answer.
 */
export class BatchShards {
  readonly #options: BatchShardsOptions
  readonly #chosen = new Map<number, number>()
  /** Batches of another process, of which days may be in any shard: the copy of a data folder brings each day to one of its own. */
  readonly #scattered = new Set<number>()
  #turn = 0

  constructor(options: BatchShardsOptions) {
    this.#options = options
  }

  async shardOf(batch: SpoolBatch): Promise<Shard> {
    const { shards, find } = this.#options
    const all = shards()
    const number = this.#chosen.get(batch.sequence)
    const known = all.find(shard => shard.number === number)
    if (known !== undefined) return known
    if (!batch.repeated || all.length === 1) return this.#spread()
    keep(this.#scattered.add(batch.sequence))
    return (await find(batch)) ?? this.#spread()
  }

  /** The batch is being sent there: rows of it may be there from now on. */
  sent(batch: SpoolBatch, shard: Shard): void {
    keep(this.#chosen.set(batch.sequence, shard.number))
  }

  /** Whether other shards may have days of the batch, too. */
  isScattered({ sequence }: Pick<SpoolBatch, 'sequence'>): boolean {
    return this.#scattered.has(sequence)
  }

  stored(batch: SpoolBatch): void {
    this.#chosen.delete(batch.sequence)
    this.#scattered.delete(batch.sequence)
  }

  #spread(): Shard {
    const { shards, isUp } = this.#options
    const all = shards().filter(({ weight }) => weight > 0)
    const up = all.filter(isUp)
    const among = up.length > 0 ? up : all
    let at = this.#turn++ % among.reduce((sum, { weight }) => sum + weight, 0)
    const chosen = among.find(({ weight }) => {
      at -= weight
      return at < 0
    })
    if (chosen === undefined) throw new RangeError('no shard takes batches')
    return chosen
  }
}

/** Leaves the newest ones. */
function keep(batches: Map<number, unknown> | Set<number>): void {
  for (const oldest of batches.keys()) {
    if (batches.size <= maxChosen) break
    batches.delete(oldest)
  }
}
