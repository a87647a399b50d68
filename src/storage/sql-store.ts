import type { RetentionClasses, RetentionLimits } from '../schema/retention.ts'
import type { SharedLog } from '../schema/shared-log.ts'
import type { Clocks } from '../telemetry/clock-watch.ts'
import type { DiskSpace } from '../telemetry/disk-watch.ts'
import type { InsertFiles } from './appender.ts'
import type { Figures } from './figures/figures.ts'
import type { StoreJournal } from './journal/journal.ts'
import type { KnownNames } from './names.ts'
import type { RecentBounds, RecentRows } from './recent/recent-rows.ts'
import type { StoredRepeats } from './repeats.ts'
import type { Hold } from './retention/held-days.ts'
import type { Retention } from './retention/retention.ts'
import type { RollupBounds } from './rollups/rollup-source.ts'
import type { Rollups } from './rollups/rollups.ts'
import type { SqlClient } from './sql-client.ts'
import type { EventStore } from './store.ts'
import type { StoredCounts } from './stored-counts.ts'
import type { StoredDays } from './stored-days.ts'
import type { SqlSource } from './user-sql/sql-source.ts'

/** What holds the tables: the embedded engine, or a server. */
export interface SqlBackend {
  client: SqlClient
  insertFiles: InsertFiles
}

export interface StoreOptions {
  /** The widest deduplication window that events in the store were made with, seconds. */
  window: number
  /** Of events; without a size there is no limit to it. `Retention.change` puts others in force. */
  retentionDays: number
  retentionBytes?: number
  retentionClasses?: RetentionClasses | undefined
  /** The limits that hold for all processes, asked right before a day is dropped; absent: those in force here. */
  readLimits?: () => Promise<RetentionLimits>
  /** Events that retention keeps; nothing is dropped while they cannot be read. */
  holds?: () => Promise<readonly Hold[]>
  /** Free bytes of their disk below which no events come in; absent: there is no such floor. */
  diskFloor?: number
  /** The disk of the events, for retention; asked of the engine when absent. */
  disk?: () => Promise<DiskSpace | undefined>
  /** The clocks of retention; the machine's when absent. */
  clocks?: Clocks
  /** Bounds of what is kept in memory. */
  rollups?: RollupBounds
  recent?: RecentBounds
  /** Of a store that several processes append to. The store closes it. */
  sharedLog?: SharedLog | undefined
  /** The name of this node, which its figures have; absent where there is one service only. */
  node?: string | undefined
  log: (message: string) => void
}

/** What the store reads, without what it knows by itself. */
export type SqlReads = SqlSource &
  Omit<
    EventStore,
    'append' | 'estimateRows' | 'window' | 'mark' | 'touched' | 'ready' | 'reachable' | 'highestId' | 'close'
  >

/** The store in SQL tables, with the parts that only its owner may use. */
export interface SqlStore extends EventStore, SqlSource {
  readonly client: SqlClient
  /** Inserts rows that the parts in memory do not learn of. */
  readonly insertFiles: InsertFiles
  readonly touched: StoreJournal
  readonly rollups: Rollups
  readonly recentRows: RecentRows
  readonly counts: StoredCounts
  readonly days: StoredDays
  readonly repeats: StoredRepeats
  readonly names: KnownNames
  readonly figures: Figures
  readonly retention: Retention
  /** Applies what other processes have appended so far. All reads begin with it. */
  catchUp(): Promise<void>
  /** Reads of the rows that another client of the same tables sees: nothing of them is in memory. */
  readRows(client: SqlClient): SqlReads
  /** Forgets what is known of the rows, and reads it anew: the journal does not tell what happened to them. */
  reread(): Promise<void>
  /** Gives up a batch whose append failed; the rows of it that the table has become readable. */
  abandon(sequence: number): void
}
