import { defaultClass, type RetentionLimits } from '../../../schema/store/retention.ts'
import { formatBytes } from '../../../schema/text/format-bytes.ts'
import { retentionDaysOf } from './class-days.ts'

/** Days of a table that the next run drops, and how many more are due. */
interface NextDays {
  table: string
  next: readonly string[]
  more: number
}

/** Log line about days past their retention. */
export function expiryNotice(
  table: { name: string; archiveDays?: unknown },
  next: readonly string[],
  more: number,
  { days }: RetentionLimits,
): string {
  const what = table.archiveDays === undefined ? 'dropped' : 'moved to the archive'
  return `${formatDays(next)} of ${table.name} ended more than ${days} days ago and will be ${what} in an hour${othersOf(more)}`
}

/** Log line about the oldest days of a table whose `stored` bytes exceed its limit. */
export function sizeNotice(
  { table, next, more }: NextDays,
  { bytes }: RetentionLimits,
  stored: number,
  when: 'in an hour' | 'in a minute, since the disk is nearly full',
): string {
  const others = when === 'in an hour' ? othersOf(more) : ''
  return `${formatDays(next)} of ${table} will be dropped ${when}${others}: ${table} take ${formatBytes(stored)}, the limit is ${formatBytes(bytes)}`
}

function othersOf(more: number): string {
  return more > 0 ? `, ${more} more in the hours after` : ''
}

/** Log line about changed limits of events. */
export function changeNotice(before: RetentionLimits, after: RetentionLimits): string {
  return `events are kept for ${limitText(after)} from now on, before it was ${limitText(before)}; nothing is dropped for an hour`
}

function limitText({ days, bytes, classes = {} }: RetentionLimits): string {
  const daysByClass = Object.entries(classes).map(([name, daysOfClass]) => `${name} ${daysOfClass}`)
  const ofClasses = daysByClass.length === 0 ? '' : ` (${daysByClass.join(', ')})`
  return `${days} days${ofClasses}${bytes === 0 ? '' : `, up to ${formatBytes(bytes)}`}`
}

/** Log line about classes of a day past their retention. */
export function classNotice(partition: string, classes: readonly string[], limits: RetentionLimits): string {
  const named = classes
    .map(name => `${name || defaultClass} (${retentionDaysOf(limits, name)} days)`)
    .join(', ')
  return `events of ${formatDays([partition])} are older than their classes are kept and will be deleted in an hour: ${named}`
}

/** Log line about deleted events of classes. */
export function deletedNotice(partition: string, classes: readonly string[]): string {
  const names = classes.map(name => name || defaultClass)
  return `deleted events of ${names.length === 1 ? 'class' : 'classes'} ${names.join(', ')} of ${formatDays([partition])}`
}

/** "day 2026-01-02", or "days …, …". */
export function formatDays(partitions: readonly string[]): string {
  return `${partitions.length === 1 ? 'day' : 'days'} ${partitions.map(dayOf).join(', ')}`
}

/** The day of a partition: 20260102 is 2026-01-02. */
export function dayOf(partition: string): string {
  return `${partition.slice(0, 4)}-${partition.slice(4, 6)}-${partition.slice(6)}`
}
