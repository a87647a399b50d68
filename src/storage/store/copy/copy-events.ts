import { setTimeout as sleep } from 'node:timers/promises'
import type { ShardClient, SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { daySeconds } from '../../contract/time-span.ts'
import { ofTable, partitionRows, startOfDay } from '../../reads/partitions.ts'
import { number, text } from '../../sql/literal.ts'
import { within } from '../../sql/scope.ts'
import { deletedTable, droppedTable, eventsTable, figuresTable } from '../../sql/tables.ts'
import { completedDeletions, recordDeletions } from '../retention/class-deletion.ts'
import { newestVersion, versionsTable } from '../tables/migrate.ts'
import { type CopiedDay, createCopyTables, readCopiedDays, recordDay } from './copied-days.ts'
import { type CopyEnds, copyDay } from './copy-day.ts'
import { CopyError } from './copy-error.ts'
import { batchSums } from './day-sums.ts'
import { retryWhileAway } from './retry-while-away.ts'
import { syncReplicas } from './staged-day.ts'
import { type InsertRows, untilInserted } from './staging-insert.ts'

const read = internalRead('long', 600)
const pollMs = 500
const hoursOfDay = 24
/**
 * Maximum events of the target whose ids are looked up in the source. A sample is enough: if the target does
 * not continue the source's numbers, it has assigned every id again.
 */
const maxComparedIds = 10_000

export interface SourceDay {
  /** The partition, YYYYMMDD. */
  day: string
  rows: number
  /**
   * missing: to be copied. skipped: older than requested. dropped: was copied, and the target's retention has
   * dropped it.
   */
  state: 'missing' | 'skipped' | 'dropped' | CopiedDay['state']
}

/**
 * Days of the source, newest first, regardless of its retention and legal holds: the target applies its own.
 * Days that ended before `oldestSecond` are skipped. Throws a CopyError when the rows of a day have changed
 * since it was copied.
 */
export async function planCopy(
  { source, target }: Pick<CopyEnds, 'source' | 'target'>,
  oldestSecond = 0,
): Promise<SourceDay[]> {
  await requireTables(target)
  await requireContinuedNumbers(source, target)
  const copied = new Map((await readCopiedDays(target)).map(day => [day.day, day]))
  const rowsOfDays = await partitionRows(source, eventsTable, read)
  const dropped = await droppedDays(target)
  return [...rowsOfDays]
    .map(([day, rows]): SourceDay => {
      const earlier = copied.get(day)
      if (earlier !== undefined && earlier.rows !== rows)
        throw new CopyError(
          `The rows of ${day} were ${earlier.rows} when it was copied and are ${rows} now: the source was written to since.`,
        )
      if (earlier?.state === 'attached' && dropped.has(day)) return { day, rows, state: 'dropped' }
      if (earlier !== undefined) return { day, rows, state: earlier.state }
      const isTooOld = startOfDay(day) + daySeconds < oldestSecond
      return { day, rows, state: isTooOld ? 'skipped' : 'missing' }
    })
    .reverse()
}

/** Days that the target has dropped, and of which it has no rows since. */
async function droppedDays(target: SqlClient): Promise<ReadonlySet<string>> {
  const present = await partitionRows(target, eventsTable, read)
  const rows = await target.select(`SELECT DISTINCT day FROM ${droppedTable}`, read)
  return new Set(rows.map(([day]) => String(day)).filter(day => !present.has(day)))
}

/**
 * Copies everything that is not part of a day: counts of dropped and deleted events, and figures. Returns the
 * number of figures. Safe to repeat: equal counts replace each other, and figures that are there are skipped.
 */
export async function copyRest({ source, target, insert, signal }: CopyEnds): Promise<number> {
  const [first] = target.shards
  // An insert of a killed copy may still run: `copyFigures` must see its rows.
  await untilInserted(first, signal)
  await syncReplicas(first, figuresTable)
  const dropped = await source.select(
    `SELECT day, batch, events, occurrences FROM ${droppedTable} FINAL`,
    read,
  )
  const tuples = dropped.map(row => `(${row.map(value => number(Number(value))).join(', ')})`)
  if (tuples.length > 0)
    await first.insert(
      `INSERT INTO ${first.own(droppedTable)} SELECT * FROM values('day UInt32, batch UInt64, events UInt64, occurrences UInt64', ${tuples.join(', ')})`,
      { async_insert: 0 },
    )
  // The rows of deletions that have not happened are copied with their days.
  await recordDeletions(first, await completedDeletions(source))
  const figures = await copyFigures(source, first, insert, signal)
  await syncReplicas(first, droppedTable, deletedTable, figuresTable)
  return figures
}

/** Copies one day, for the target's Millrace to attach. Retries while servers are away. */
export async function copyWholeDay(
  ends: CopyEnds,
  day: string,
  onProgress?: (rows: number) => void,
): Promise<void> {
  await retryWhileAway(ends.signal, async progressed => {
    await createCopyTables(ends.target)
    const sums = await copyDay(ends, day, rows => {
      progressed()
      onProgress?.(rows)
    })
    await recordDay(ends.target, { day, ...sums, state: 'verified' })
  })
}

/**
 * Waits until all copied days are among the events, then returns 0. If no Millrace seems to attach days,
 * stops earlier and returns the number of waiting days: when no statement holds the lock of a store's owner
 * and no day was attached for `idleTimeoutMs`. Nodes that share a store hold no such lock.
 */
export async function untilAttached(
  target: SqlClient,
  signal: AbortSignal,
  idleTimeoutMs = 0,
): Promise<number> {
  let since = performance.now()
  let before = 0
  for (;;) {
    const waiting = (await readCopiedDays(target)).filter(({ state }) => state === 'verified').length
    if (waiting === 0) return 0
    if (waiting !== before) since = performance.now()
    before = waiting
    const [[owners] = []] = await target.shards[0].select(
      "SELECT count() FROM system.processes WHERE query_id = 'millrace-store'",
      read,
    )
    if (owners === 0 && performance.now() - since >= idleTimeoutMs) return waiting
    await sleep(pollMs, undefined, { signal })
  }
}

/**
 * Compares a day of the source with the events of the target, batch by batch. Throws a CopyError that
 * describes the difference.
 */
export async function verifyDay(
  { source, target }: Pick<CopyEnds, 'source' | 'target'>,
  day: string,
): Promise<void> {
  for (const shard of target.shards) await syncReplicas(shard, eventsTable)
  for (let hour = 0; hour < hoursOfDay; hour++) {
    const wanted = await batchSums(source, eventsTable, day, hour)
    if (wanted.size === 0) continue
    const found = await batchSums(target, eventsTable, day, hour)
    const differing = [...wanted].filter(([batch, sums]) => found.get(batch) !== sums)
    if (differing.length > 0)
      throw new CopyError(
        `${day} differs in the events of ${differing.length} of ${wanted.size} batches between ${hour}:00 and ${hour + 1}:00 UTC, the first of them ${differing[0]?.[0]}.`,
      )
  }
}

/** Requires that the target's tables have the version of this Millrace. */
async function requireTables({ shards }: SqlClient): Promise<void> {
  const wanted = newestVersion()
  for (const shard of shards) {
    const [[tables] = []] = await shard.select(
      `SELECT count() FROM system.tables WHERE ${ofTable(shard, versionsTable)}`,
      read,
    )
    const [[version] = []] =
      tables === 0 ? [] : await shard.select(`SELECT max(version) FROM ${shard.own(versionsTable)}`, read)
    if (version !== wanted)
      throw new CopyError(
        version === undefined
          ? 'The server has no tables of Millrace yet. Start Millrace with MILLRACE_CLICKHOUSE_URL first: it takes new events there while older ones are copied.'
          : `The tables of the server have version ${version}, the tables of this Millrace ${wanted}. Use the same Millrace for the service and the copy.`,
      )
  }
}

/**
 * Requires that the target continues the ids and batch numbers of the source, as it does with the same
 * metadata; otherwise two events would have the same id.
 */
async function requireContinuedNumbers(source: SqlClient, target: SqlClient): Promise<void> {
  const [[count, firstId, lastId, firstBatch, lastBatch] = []] = await source.select(
    `SELECT count(), min(id), max(id), min(batch), max(batch) FROM ${eventsTable}`,
    read,
  )
  if (count === 0) return
  const between = (column: string, from: unknown, to: unknown) =>
    `${column} BETWEEN ${number(Number(from))} AND ${number(Number(to))}`
  // A conflict is an id that both have. Candidates are events of the target with an id in the range of the
  // source's ids and a batch outside of the range of its batches. Some are harmless: they are from files that
  // were in the spool when the service moved, since a later file may have lower ids than an earlier one.
  const found = await target.select(
    `SELECT id FROM ${eventsTable} WHERE repeat = 0 AND ${between('id', firstId, lastId)} AND NOT ${between('batch', firstBatch, lastBatch)} LIMIT ${number(maxComparedIds)}`,
    read,
  )
  if (found.length === 0) return
  const ids = found.map(([id]) => number(Number(id))).join(', ')
  const [[others] = []] = await source.select(
    `SELECT count() FROM ${eventsTable} WHERE repeat = 0 AND id IN (${ids})`,
    read,
  )
  if (Number(others) > 0)
    throw new CopyError(
      `${others} events of the server have ids that events of the source have too: the service there did not continue with the metadata of this data folder, and its events are others.`,
    )
}

const hourSeconds = 3_600
const figureColumns = 'sec, kind, series, values'
const figureStructure = "sec DateTime('UTC'), kind String, series String, values Array(Float64)"

/**
 * Copies the figures of the host and of ingest into the first shard, hour by hour. Safe to repeat: skips rows
 * that the shard has. Returns the number of figures in the source.
 */
async function copyFigures(
  source: SqlClient,
  target: ShardClient,
  insert: InsertRows,
  signal: AbortSignal,
): Promise<number> {
  const own = target.own(figuresTable)
  let copied = 0
  for (const day of (await partitionRows(source, figuresTable, read)).keys()) {
    const start = startOfDay(day)
    for (let from = start; from < start + daySeconds; from += hourSeconds) {
      signal.throwIfAborted()
      const where = within(from, from + hourSeconds)
      const [[count] = []] = await source.select(`SELECT count() FROM ${figuresTable} WHERE ${where}`, read)
      if (count === 0) continue
      const bytes = await source.bytes(`SELECT ${figureColumns} FROM ${figuresTable} WHERE ${where}`, read)
      await insert(
        0,
        `INSERT INTO ${own} (${figureColumns}) SELECT ${figureColumns} FROM input(${text(figureStructure)})
         WHERE (sec, kind, series) NOT IN (SELECT sec, kind, series FROM ${own} WHERE node = '' AND ${where}) FORMAT RowBinary`,
        bytes,
      )
      copied += Number(count)
    }
  }
  return copied
}
