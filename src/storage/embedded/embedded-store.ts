import type { Clocks } from '../../telemetry/clock-watch.ts'
import type { Engine } from '../engine/engine.ts'
import type { Figures } from '../figures/figures.ts'
import type { KnownNames } from '../names.ts'
import type { RecentBounds, RecentRows } from '../recent/recent-rows.ts'
import type { StoredRepeats } from '../repeats.ts'
import type { Retention } from '../retention.ts'
import type { RollupBounds } from '../rollups/rollup-source.ts'
import type { Rollups } from '../rollups/rollups.ts'
import type { SqlClient } from '../sql-client.ts'
import type { EventStore } from '../store.ts'
import type { StoredCounts } from '../stored-counts.ts'
import type { StoredDays } from '../stored-days.ts'
import type { OldDays } from '../tables/old-days.ts'

export interface EmbeddedOptions {
  /** Folder of the engine's data. */
  folder: string
  /** Bytes that the engine may use; 900 MB when absent. */
  memory?: number
  /** The widest deduplication window that events in the store were made with, seconds. */
  window: number
  retentionDays: number
  /** The clocks of retention; the machine's when absent. */
  clocks?: Clocks
  /** Bounds of what is kept in memory. */
  rollups?: RollupBounds
  recent?: RecentBounds
  log: (message: string) => void
}

/** The embedded store with the parts that only its owner may use. */
export interface EmbeddedStore extends EventStore {
  readonly engine: Engine
  readonly client: SqlClient
  readonly rollups: Rollups
  readonly recentRows: RecentRows
  readonly counts: StoredCounts
  readonly days: StoredDays
  readonly repeats: StoredRepeats
  readonly names: KnownNames
  readonly figures: Figures
  readonly retention: Retention
  readonly oldDays: OldDays
  /** Gives up a batch whose append failed; the rows of it that the table has become readable. */
  abandon(sequence: number): void
}
