import type { SpoolBatch } from '../../schema/event/row.ts'
import type { RetentionClasses, RetentionLimits } from '../../schema/store/retention.ts'
import type { SharedLog } from '../../schema/store/shared-log.ts'
import type { Clocks } from '../../telemetry/clock-watch.ts'
import type { DiskSpace } from '../../telemetry/disk-watch.ts'
import type { SqlClient } from '../clients/sql-client.ts'
import type { AppendOutcomes } from '../contract/append-outcome.ts'
import type { EventStore } from '../contract/event-store.ts'
import type { SqlSource } from '../contract/sql-source.ts'
import type { Span } from '../contract/time-span.ts'
import type { StoreJournal } from '../journal/journal.ts'
import type { RecentBounds, RecentRows } from '../memory/recent/recent-rows.ts'
import type { RollupBounds } from '../memory/rollups/rollup-source.ts'
import type { Rollups } from '../memory/rollups/rollups.ts'
import type { StoredDays } from '../memory/stored-days.ts'
import type { StoredNames } from '../memory/stored-names.ts'
import type { StoredRepeats } from '../memory/stored-repeats.ts'
import type { InsertFiles } from './append/append.ts'
import type { Archive, ArchiveOptions } from './archive/archive.ts'
import type { Figures } from './figures/figures.ts'
import type { MissingShards } from './missing-shards.ts'
import type { Hold } from './retention/held-days.ts'
import type { Retention } from './retention/retention.ts'
import type { SharedDrops } from './retention/shared-drops.ts'
import type { StoredCounts } from './retention/stored-counts.ts'

/** The owner of the tables: the embedded engine, or servers. */
export interface SqlBackend {
  client: SqlClient
  insertFiles: InsertFiles
  /** Absent if all shards answer. */
  missing?: MissingShards | undefined
}

export interface StoreOptions {
  /** The widest deduplication window used for stored events, seconds. */
  window: number
  /** Limits for events. Without bytes, their size is not limited. `Retention.change` replaces the limits. */
  retentionDays: number
  retentionBytes?: number
  retentionClasses?: RetentionClasses | undefined
  /** Reads the limits of all processes, right before a drop; absent: this process's limits apply. */
  readLimits?: () => Promise<RetentionLimits>
  /** Reads the events that retention must keep; nothing is dropped while they cannot be read. */
  holds?: () => Promise<readonly Hold[]>
  /**
   * Called before a day of events is dropped, which may still be refused. The returned function is called
   * once the day is gone. Neither rejects. The reads do not wait for batches of other processes.
   */
  beforeDrop?: (day: Span, reads: Pick<EventStore, 'waitingRows'>) => Promise<() => Promise<void>>
  /** Announcements of drops among nodes that share the store; absent: this process uses the store alone. */
  drops?: SharedDrops | undefined
  /** Free bytes of the disk below which no events are accepted; absent: no limit. */
  diskFloor?: number
  /** The disk of the events, for retention; read from the engine when absent. */
  disk?: () => Promise<DiskSpace | undefined>
  /** The clocks of retention; the system clocks when absent. */
  clocks?: Clocks
  /** Limits of the counts kept in memory. */
  rollups?: RollupBounds
  /** Limits of the newest rows kept in memory. */
  recent?: RecentBounds
  /** Where old days go; absent: they are dropped. Only for a store that one process uses. */
  archive?: ArchiveOptions | undefined
  /** The log of a store that several processes append to. The store closes it. */
  sharedLog?: SharedLog | undefined
  /** The name of this node in its figures; absent when there is only one service. */
  node?: string | undefined
  log: (message: string) => void
}

/** The reads of the store, without the members that the store adds itself. */
export type SqlReads = SqlSource &
  Omit<
    EventStore,
    | 'append'
    | 'estimateRows'
    | 'window'
    | 'mark'
    | 'journal'
    | 'ready'
    | 'reachable'
    | 'highestId'
    | 'archive'
    | 'close'
  >

/** The store in SQL tables, with the parts that only its owner may use. */
export interface SqlStore extends EventStore, SqlSource {
  readonly client: SqlClient
  /** Inserts rows without a record in the journal, so that nothing in memory is updated. */
  insertFiles(batches: readonly SpoolBatch[]): Promise<void>
  /** Appends batches, each with its own outcome: a slow part of the store delays only its own batches. */
  appendEach(batches: readonly SpoolBatch[]): AppendOutcomes
  readonly journal: StoreJournal
  readonly rollups: Rollups
  readonly recentRows: RecentRows
  readonly counts: StoredCounts
  readonly days: StoredDays
  readonly repeats: StoredRepeats
  readonly names: StoredNames
  readonly figures: Figures
  readonly retention: Retention
  /** The archive of old days; absent without one. */
  readonly archivedDays?: Archive
  /**
   * Applies the appends of other processes so far. In a shared store, reads begin with it (current-reads.ts).
   */
  catchUp(): Promise<void>
  /** Reads of the rows that another client of the same tables sees, without rows and counts in memory. */
  readRows(client: SqlClient): SqlReads
  /** Rereads all data in memory about the rows, after changes that the journal does not record. */
  reread(): Promise<void>
  /** Gives up a batch whose append failed; its rows in the table become readable. */
  abandon(sequence: number): void
}
