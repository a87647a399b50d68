import type { CheckExclusive } from '../../../schema/store/shared-log.ts'
import type { ShardClient, SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { daySeconds, type Span } from '../../contract/time-span.ts'
import { partitionOf } from '../../reads/partitions.ts'
import { byIndex } from '../../sql/by-index.ts'
import { chunksOf, list, number, second, text } from '../../sql/literal.ts'
import { within } from '../../sql/scope.ts'
import { deletedTable, eventsTable } from '../../sql/tables.ts'

const longRead = internalRead('long', 600)
/** Maximum batches of a statement. */
const maxBatches = 1_000
/** SQL of the day on which the event of a row began, in the form of a partition name. */
const beganDay = 'toYYYYMMDD(if(repeat = 0, ts, began))'

/** Events of some classes that began on a day, with all their rows. */
export interface ClassesOfDay {
  /** The second (Unix) at which the day begins. */
  start: number
  classes: readonly string[]
  /**
   * Whether the day before has rows. If so, repeats on this day of events that began on the day before belong
   * to that day, otherwise to this day.
   */
  hasDayBefore: boolean
}

/**
 * A record of deleted events: one class and the day they began, in one shard. It is written before the
 * deletion, so the deletion may not have happened.
 */
interface DeletionRecord {
  /** YYYYMMDD. */
  day: number
  class: string
  /** The smallest batch of the rows. The deletion has not happened while this batch still has such rows. */
  batch: number
  events: number
  occurrences: number
}

/** Whether rows of a shard were removed, may not be removed, or were not there. */
export type RemoveOutcome = 'removed' | 'kept' | 'absent'

/**
 * SQL conditions of the rows of events that began on a day: for its partition and for the next one, since
 * repeats continue after midnight.
 */
function rowsBegunOn({ start, hasDayBefore }: Omit<ClassesOfDay, 'classes'>) {
  const end = start + daySeconds
  return {
    onDay: hasDayBefore ? `(repeat = 0 OR began >= ${second(start)})` : '1',
    onNextDay: `(repeat = 1 AND began < ${second(end)})`,
  }
}

/** SQL condition of all rows of events that began on a day. Repeats lie at most `window` seconds after it. */
export function withinBegunOn(day: Omit<ClassesOfDay, 'classes'>, window: number): string {
  const { onDay, onNextDay } = rowsBegunOn(day)
  const end = day.start + daySeconds
  return `((${within(day.start, end)} AND ${onDay}) OR (${within(end, end + window + 1)} AND ${onNextDay}))`
}

/**
 * Records how many of these events one shard has, then deletes them there. Reads see the rows of both days
 * vanish at once. After a kill, the next attempt completes the deletion: a record counts once the rows of its
 * batch are gone.
 * `mayDelete` decides whether the events are kept.
 */
export async function deleteFrom(
  shard: ShardClient,
  day: ClassesOfDay,
  window: number,
  {
    check,
    mayDelete,
    willChange,
  }: { check: CheckExclusive; mayDelete: () => Promise<boolean>; willChange: () => void },
): Promise<RemoveOutcome> {
  const { start, classes } = day
  const isOfClass = `class IN (${list(classes.map(text))})`
  await check()
  await revokeRecords(shard, { from: start, to: start + daySeconds })
  const counted = await shard.select(
    `SELECT ${beganDay} AS day, class, min(batch), countIf(repeat = 0), sum(count) FROM ${shard.own(eventsTable)}
     WHERE ${withinBegunOn(day, window)} AND ${isOfClass} GROUP BY day, class`,
    longRead,
  )
  if (counted.length === 0) return 'absent'
  await check()
  await recordDeletions(shard, counted.map(recordOf))
  if (!(await mayDelete())) return 'kept'
  await check()
  const { onDay, onNextDay } = rowsBegunOn(day)
  const [own, next] = [partitionOf(start), partitionOf(start + daySeconds)]
  // Replicas apply the deletion one by one; counts may only be recomputed after all have. Without replicas,
  // reads leave out the rows at once (`onFlyMutations`).
  const sync = shard.isReplicated ? 2 : 0
  willChange()
  await shard.command(
    `ALTER TABLE ${shard.own(eventsTable)} UPDATE _row_exists = 0 IN PARTITION ${number(Number(own))} WHERE ${isOfClass} AND ${onDay},
     UPDATE _row_exists = 0 IN PARTITION ${number(Number(next))} WHERE ${isOfClass} AND ${onNextDay} SETTINGS mutations_sync = ${sync}`,
  )
  return 'removed'
}

/**
 * Zeroes the records of deletions that have not happened, for events with rows in a span of days: the caller
 * counts these rows again. Such events may have begun on the day before the span.
 */
export async function revokeRecords(shard: ShardClient, { from, to }: Span): Promise<void> {
  const rows = await shard.select(
    `SELECT day, class, batch, events, occurrences FROM ${shard.own(deletedTable)} FINAL
     WHERE day >= ${number(Number(partitionOf(from - daySeconds)))} AND day < ${number(Number(partitionOf(to)))} AND occurrences > 0`,
    longRead,
  )
  const records = rows.map(recordOf)
  const present = await keysPresent(shard, shard.own(eventsTable), records)
  const notDone = records.filter(record => present.has(keyOf(record)))
  if (notDone.length > 0)
    await recordDeletions(
      shard,
      notDone.map(record => ({ ...record, events: 0, occurrences: 0 })),
    )
}

/** Deletions that have happened, in all shards. */
export async function completedDeletions(client: Pick<SqlClient, 'select'>): Promise<DeletionRecord[]> {
  const rows = await client.select(
    `SELECT day, class, batch, events, occurrences FROM ${deletedTable} FINAL WHERE occurrences > 0`,
    longRead,
  )
  const records = rows.map(recordOf)
  const present = await keysPresent(client, eventsTable, records)
  return records.filter(record => !present.has(keyOf(record)))
}

/** The keys of rows in the batches of these records. A deletion whose key is among them has not happened. */
async function keysPresent(
  client: Pick<SqlClient, 'select'>,
  table: string,
  records: readonly DeletionRecord[],
): Promise<ReadonlySet<string>> {
  const present = new Set<string>()
  for (const chunk of chunksOf(records, maxBatches)) {
    const batches = list([...new Set(chunk.map(({ batch }) => batch))].map(number))
    const rows = await client.select(
      `SELECT DISTINCT ${beganDay} AS day, class, batch FROM ${table} WHERE ${byIndex(`batch IN (${batches})`)}`,
      longRead,
    )
    for (const [day, name, batch] of rows)
      present.add(keyOf({ day: Number(day), class: String(name), batch: Number(batch) }))
  }
  return present
}

/** The key of a deletion. No batch is in two shards. */
export function keyOf({ day, class: name, batch }: Pick<DeletionRecord, 'day' | 'class' | 'batch'>): string {
  return `${day} ${batch} ${name}`
}

/** Records deletions done or about to be done. For the same day, class and batch, the last record counts. */
export async function recordDeletions(shard: ShardClient, records: readonly DeletionRecord[]): Promise<void> {
  if (records.length === 0) return
  const rows = records.map(
    ({ day, class: name, batch, events, occurrences }) =>
      `(${list([number(day), text(name), ...[batch, events, occurrences].map(number)])})`,
  )
  await shard.insert(
    `INSERT INTO ${shard.own(deletedTable)} SELECT * FROM values('day UInt32, class String, batch UInt64, events UInt64, occurrences UInt64', ${list(rows)})`,
    { async_insert: 0 },
  )
}

function recordOf([day, name, batch, events, occurrences]: readonly unknown[]): DeletionRecord {
  return {
    day: Number(day),
    class: String(name),
    batch: Number(batch),
    events: Number(events),
    occurrences: Number(occurrences),
  }
}
