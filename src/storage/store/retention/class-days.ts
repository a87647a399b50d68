import type { RetentionLimits } from '../../../schema/store/retention.ts'
import { daySeconds } from '../../contract/time-span.ts'
import { startOfDay } from '../../reads/partitions.ts'

/** Retention of a class in days: the limit of the class, or else the general limit. */
export function retentionDaysOf({ days, classes = {} }: RetentionLimits, name: string): number {
  return Object.hasOwn(classes, name) ? (classes[name] ?? days) : days
}

/** The shortest and the longest retention of any class. */
export function boundsOf({ days, classes = {} }: RetentionLimits): { minDays: number; maxDays: number } {
  const all = [days, ...Object.values(classes)]
  return { minDays: Math.min(...all), maxDays: Math.max(...all) }
}

/** Whether a partition ended more than `days` ago; `wall`: Unix milliseconds. */
export function endedBefore(partition: string, days: number, wall: number): boolean {
  return startOfDay(partition) + daySeconds < wall / 1_000 - days * daySeconds
}

/** Splits the classes with rows on a day: due if their retention has passed, kept otherwise. */
export function splitClasses(
  rowsByClass: ReadonlyMap<string, number>,
  partition: string,
  limits: RetentionLimits,
  wall: number,
): { due: string[]; kept: string[] } {
  const due: string[] = []
  const kept: string[] = []
  for (const name of rowsByClass.keys()) {
    if (endedBefore(partition, retentionDaysOf(limits, name), wall)) due.push(name)
    else kept.push(name)
  }
  return { due: due.sort(), kept: kept.sort() }
}
