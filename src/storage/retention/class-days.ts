import type { RetentionLimits } from '../../schema/retention.ts'
import { startOfDay } from '../tables/partitions.ts'
import { daySeconds } from '../time-span.ts'

/** For how many days events of a class are kept: as others are where nobody set it. */
export function daysOf({ days, classes = {} }: RetentionLimits, name: string): number {
  return Object.hasOwn(classes, name) ? (classes[name] ?? days) : days
}

/** The fewest and the most days that events of any class are kept. */
export function boundsOf({ days, classes = {} }: RetentionLimits): { shortest: number; longest: number } {
  const all = [days, ...Object.values(classes)]
  return { shortest: Math.min(...all), longest: Math.max(...all) }
}

/** Whether a partition ended more than so many days ago; `wall`: Unix milliseconds. */
export function endedBefore(partition: string, days: number, wall: number): boolean {
  return startOfDay(partition) + daySeconds < wall / 1_000 - days * daySeconds
}

/** The classes of these rows that are not kept any longer on a day, and whether others are. */
export function splitClasses(
  rows: ReadonlyMap<string, number>,
  partition: string,
  limits: RetentionLimits,
  wall: number,
): { due: string[]; kept: string[] } {
  const due: string[] = []
  const kept: string[] = []
  for (const name of rows.keys()) (endedBefore(partition, daysOf(limits, name), wall) ? due : kept).push(name)
  return { due: due.sort(), kept: kept.sort() }
}
