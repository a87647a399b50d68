import type { RetentionClasses } from '../../schema/store/retention.ts'
import type { RollupBounds } from '../../storage/memory/rollups/rollup-source.ts'
import { eventsTable } from '../../storage/sql/tables.ts'
import type { Hold } from '../../storage/store/retention/held-days.ts'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import { eagerRollups } from '../../storage/testing/eager-rollups.ts'
import { ManualClocks } from '../../storage/testing/manual-clocks.ts'
import { spoolFile } from '../../storage/testing/spool-file.ts'
import { openTestStore } from '../../storage/testing/test-store.ts'
import { batchBetween } from './batches.ts'
import { type Arrival, deduplicated, type OracleEvent } from './events.ts'

/** Seconds. */
const dedupWindow = 60
/** Days. Large enough that no event is too old. */
export const retentionDays = 100_000
const halfHour = 1_800_000_000

/** Arrivals in the order of their time, except that every twentieth arrives half an hour late. */
export function mostlyInTime(arrivals: readonly Arrival[]): Arrival[] {
  const delayed = arrivals.map((arrival, i) => ({
    arrival,
    seen: arrival.at + (i % 20 === 0 ? halfHour : 0),
  }))
  return delayed.sort((a, b) => a.seen - b.seen).map(({ arrival }) => arrival)
}

/** The rollups of a store with few rows, and of a store that keeps counts of everything that it is asked. */
export const waysOf = {
  small: {},
  large: eagerRollups,
} as const satisfies Record<string, RollupBounds>

/** A real store, and the same events as the oracle knows them. */
export class CorpusStore {
  readonly store: SqlStore
  readonly #arrivals: readonly Arrival[]
  readonly #clocks: ManualClocks
  #arrived = 0
  events: OracleEvent[] = []

  private constructor(store: SqlStore, arrivals: readonly Arrival[], clocks: ManualClocks) {
    this.store = store
    this.#arrivals = arrivals
    this.#clocks = clocks
  }

  /**
   * An empty store that will take these arrivals. Although small, it keeps counts as large stores do, unless
   * `ways` says otherwise. `held`: events of a legal hold. `others`: further options of the store.
   */
  static async open(
    arrivals: readonly Arrival[],
    ways: RollupBounds = waysOf.large,
    held: readonly Hold[] = [],
    retentionClasses?: RetentionClasses,
    others: Parameters<typeof openTestStore>[0] = {},
  ): Promise<CorpusStore> {
    const clocks = new ManualClocks()
    const holds = async () => held
    const store = await openTestStore({
      clocks,
      rollups: ways,
      window: dedupWindow,
      retentionDays,
      retentionClasses,
      holds,
      ...others,
    })
    return new CorpusStore(store, arrivals, clocks)
  }

  /** Appends arrivals up to this share of all, in `batches` batches. */
  async arriveUntil(share: number, batches: number): Promise<void> {
    const start = this.#arrived
    const end = Math.round(this.#arrivals.length * share)
    for (let batch = 1; batch <= batches; batch++) {
      this.#arrived = start + Math.round(((end - start) * batch) / batches)
      const events = deduplicated(this.#arrivals.slice(0, this.#arrived), dedupWindow)
      const rows = batchBetween(this.events, events)
      if (rows.length > 0) await this.store.append(spoolFile(rows))
      this.events = events
    }
    // Other nodes may have appended them: a mark that is taken now has them.
    await this.store.catchUp()
  }

  /** Runs the retention at this moment (Unix seconds) until there is nothing left to drop. */
  async expireAt(now: number): Promise<void> {
    this.#clocks.set(now * 1000 - this.#clocks.wall())
    await this.store.retention.tick()
    await this.#clocks.expire(this.store)
  }

  /** Stops or starts the engine's deletions. Until rows are deleted, reads leave them out. */
  async holdDeletions(isHeld: boolean): Promise<void> {
    for (const shard of this.store.client.shards)
      await shard.command(`SYSTEM ${isHeld ? 'STOP' : 'START'} MERGES ${shard.own(eventsTable)}`)
  }

  /** Makes the engine merge the parts of each day into one, as it does on its own sooner or later. */
  async merge(): Promise<void> {
    for (const shard of this.store.client.shards)
      await shard.command(`OPTIMIZE TABLE ${shard.own(eventsTable)} FINAL`)
  }
}
