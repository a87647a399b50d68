import type { RetentionLimits } from '../../../schema/store/retention.ts'
import type { Read } from '../../contract/event-store.ts'
import type { PartitionSize } from '../../reads/partitions.ts'
import type { ClassRetention } from './class-retention.ts'
import type { HeldDays } from './held-days.ts'

/** A daily table of the database millrace whose old days are dropped. */
export interface ExpiringTable {
  name: 'events' | 'figures' | 'archive'
  /** The sizes of its partitions. */
  sizes: () => Promise<Map<string, PartitionSize>>
  limits: RetentionLimits
  /** Finds days with events of holds; absent without legal holds. */
  held?: HeldDays
  /** Retention of classes of events that are kept shorter or longer than others. */
  classes?: ClassRetention
  /**
   * Days after which partitions go to the archive, whatever their classes; absent: partitions are dropped.
   */
  archiveDays?: (limits: RetentionLimits) => number
  /** Whether a partition stays regardless of `limits.days`. */
  keepsLonger?: (partition: string) => Promise<boolean>
  /** Reads the limits common to all processes; absent: `limits`. */
  readLimits?: (() => Promise<RetentionLimits>) | undefined
  /**
   * Drops a partition, YYYYMMDD, which begins at `start` (Unix seconds), if `mayDrop` returns true right
   * before. Resolves with whether it is gone.
   */
  drop: (partition: string, start: number, mayDrop: () => Promise<boolean>) => Promise<boolean>
}

/** The limits by which partitions leave the table: to the archive, or dropped. */
export function dropLimits(
  { archiveDays }: Pick<ExpiringTable, 'archiveDays'>,
  limits: RetentionLimits,
): RetentionLimits {
  return archiveDays === undefined ? limits : { ...limits, days: archiveDays(limits) }
}

/**
 * A check whether a partition stays regardless of its age; undefined if all of them leave. The archive takes
 * events of all classes.
 */
export function keepsLonger(
  table: ExpiringTable,
  search: { limits: RetentionLimits; wall: number; read?: Read | undefined },
): ((partition: string) => Promise<boolean>) | undefined {
  if (table.keepsLonger !== undefined || table.archiveDays !== undefined) return table.keepsLonger
  return table.classes?.keepsLonger(search)
}
