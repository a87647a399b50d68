import { BatchRefusedError } from '../../../schema/intake/batch-refused.ts'
import { isUp } from '../../clients/server/runner.ts'
import type { Shard, Topology } from '../../clients/server/topology.ts'

/** A shard whose insert runs for longer is slow. */
const slowMs = 2_000
/** After a failed insert a shard gets new batches again after this time. */
const avoidMs = 10_000

/** Tracks the inserts of each shard: new batches avoid shards that are down, slow, or failed recently. */
export class ShardInserts {
  readonly #topology: Pick<Topology, 'shards'>
  readonly #clock: () => number
  /** Running inserts with their start times, by the number of the shard. */
  readonly #running = new Map<number, Set<{ since: number }>>()
  /** Until when new batches avoid a shard whose insert failed, by the number of the shard. */
  readonly #avoidedUntil = new Map<number, number>()

  /** `clock`: milliseconds of a monotonic clock. */
  constructor(topology: Pick<Topology, 'shards'>, clock: () => number = () => performance.now()) {
    this.#topology = topology
    this.#clock = clock
  }

  /** Whether a shard takes new batches promptly. */
  isOpen(shard: Shard): boolean {
    const isAvoided = (this.#avoidedUntil.get(shard.number) ?? 0) > this.#clock()
    return isUp(shard) && !isAvoided && !this.#isSlow(shard)
  }

  /** Whether at least one shard that gets new batches (by its weight) takes them promptly. */
  get hasOpen(): boolean {
    return this.#topology.shards.some(shard => shard.weight > 0 && this.isOpen(shard))
  }

  /** Runs an insert into a shard, and notes how long it runs and whether it fails. */
  async insert(shard: Shard, work: () => Promise<void>): Promise<void> {
    const { number } = shard
    const running = this.#running.get(number) ?? new Set()
    this.#running.set(number, running)
    const insert = { since: this.#clock() }
    running.add(insert)
    try {
      await work()
      this.#avoidedUntil.delete(number)
    } catch (error) {
      if (!(error instanceof BatchRefusedError)) this.#avoidedUntil.set(number, this.#clock() + avoidMs)
      throw error
    } finally {
      running.delete(insert)
    }
  }

  #isSlow({ number }: Shard): boolean {
    // A Set iterates in the order of insertion.
    const [oldest] = this.#running.get(number) ?? []
    return oldest !== undefined && this.#clock() - oldest.since > slowMs
  }
}
