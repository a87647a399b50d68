import type { RetentionLimits } from '../../../schema/store/retention.ts'
import { daySeconds } from '../../contract/time-span.ts'
import { type PartitionSize, startOfDay } from '../../reads/partitions.ts'

/** Partitions to be dropped, oldest first. */
export interface DueDays {
  /** Older than the retention. */
  expired: string[]
  /** The oldest of the other days, as many as must go until the rest fits the size. */
  excess: string[]
}

/**
 * The days of a table that exceed the limits, oldest first; `wall`: Unix milliseconds. The size alone never
 * selects the newest day, nor a day that has not ended. `held`: partitions that are never due. `keptLonger`:
 * partitions with events of a class that is kept longer, which are only due by size.
 */
export function findDueDays(
  stored: ReadonlyMap<string, Pick<PartitionSize, 'bytes'>>,
  { days, bytes }: RetentionLimits,
  wall: number,
  held: ReadonlySet<string> = new Set(),
  keptLonger: ReadonlySet<string> = new Set(),
): DueDays {
  const now = wall / 1000
  const partitions = [...stored.keys()].filter(name => /^\d{8}$/.test(name))
  const isExpired = (name: string) =>
    endOfDay(name) < now - days * daySeconds && !held.has(name) && !keptLonger.has(name)
  const expired = partitions.filter(isExpired)
  const kept = partitions.filter(name => !isExpired(name))
  const excess: string[] = []
  let bytesLeft = kept.reduce((sum, name) => sum + (stored.get(name)?.bytes ?? 0), 0)
  for (const name of kept.slice(0, -1)) {
    if (bytes === 0 || bytesLeft <= bytes || endOfDay(name) > now) break
    if (held.has(name)) continue
    excess.push(name)
    bytesLeft -= stored.get(name)?.bytes ?? 0
  }
  return { expired, excess }
}

function endOfDay(partition: string): number {
  return startOfDay(partition) + daySeconds
}
