import type { RetentionLimits } from '../../schema/retention.ts'
import { type PartitionSize, startOfDay } from '../tables/partitions.ts'
import { daySeconds } from '../time-span.ts'

/** Partitions that are to be dropped, oldest first. */
export interface DueDays {
  /** Older than they are kept. */
  expired: string[]
  /** The oldest of the others, as many as it takes until the rest fits. */
  excess: string[]
}

/**
 * The days that exceed the limits, of the partitions of a table, oldest first; `wall`: Unix milliseconds. The size alone never takes the
 * newest day, nor one that has not ended. `held`: partitions that are kept whatever they exceed; `longer`: those
 * that no age makes due yet.
 */
export function findDueDays(
  stored: ReadonlyMap<string, PartitionSize>,
  { days, bytes }: RetentionLimits,
  wall: number,
  held: ReadonlySet<string> = new Set(),
  longer: ReadonlySet<string> = new Set(),
): DueDays {
  const now = wall / 1000
  const partitions = [...stored.keys()].filter(name => /^\d{8}$/.test(name))
  const isExpired = (name: string) =>
    endOfDay(name) < now - days * daySeconds && !held.has(name) && !longer.has(name)
  const expired = partitions.filter(isExpired)
  const kept = partitions.filter(name => !isExpired(name))
  const excess: string[] = []
  let left = kept.reduce((sum, name) => sum + (stored.get(name)?.bytes ?? 0), 0)
  for (const name of kept.slice(0, -1)) {
    if (bytes === 0 || left <= bytes || endOfDay(name) > now) break
    if (held.has(name)) continue
    excess.push(name)
    left -= stored.get(name)?.bytes ?? 0
  }
  return { expired, excess }
}

function endOfDay(partition: string): number {
  return startOfDay(partition) + daySeconds
}
