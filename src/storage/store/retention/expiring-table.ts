import type { RetentionLimits } from '../../../schema/store/retention.ts'
import type { DailyTable } from '../../reads/partitions.ts'
import type { ClassRetention } from './class-retention.ts'
import type { HeldDays } from './held-days.ts'

/** A daily table of the database millrace whose old days are dropped. */
export interface ExpiringTable {
  name: 'events' | 'figures'
  table: DailyTable
  limits: RetentionLimits
  /** Finds days with events of holds; absent without legal holds. */
  held?: HeldDays
  /** Retention of classes of events that are kept shorter or longer than others. */
  classes?: ClassRetention
  /** Reads the limits common to all processes; absent: `limits`. */
  readLimits?: (() => Promise<RetentionLimits>) | undefined
  /**
   * Drops a partition, YYYYMMDD, which begins at `start` (Unix seconds), if `mayDrop` returns true right
   * before. Resolves with whether it is gone.
   */
  drop: (partition: string, start: number, mayDrop: () => Promise<boolean>) => Promise<boolean>
}
