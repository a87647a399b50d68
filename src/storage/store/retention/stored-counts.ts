import pLimit from 'p-limit'
import { until } from '../../../async/until.ts'
import { Fault } from '../../../schema/fault.ts'
import type { CheckExclusive } from '../../../schema/store/shared-log.ts'
import type { ShardClient, SqlClient } from '../../clients/sql-client.ts'
import type { EventStore, Read } from '../../contract/event-store.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { daySeconds, type Span } from '../../contract/time-span.ts'
import { allTime, type Change, type JournalListener, type StoreJournal } from '../../journal/journal.ts'
import type { DropWork, JournalWriter } from '../../journal/journal-writer.ts'
import { everything } from '../../memory/rollups/row-condition.ts'
import { partitionRows } from '../../reads/partitions.ts'
import { byIndex } from '../../sql/by-index.ts'
import { list, number } from '../../sql/literal.ts'
import { within } from '../../sql/scope.ts'
import { droppedTable, eventsTable } from '../../sql/tables.ts'
import {
  type ClassesOfDay,
  completedDeletions,
  deleteFrom,
  type RemoveOutcome,
  revokeRecords,
} from './class-deletion.ts'

/** Numbers of events, by their first occurrences, and of all occurrences. */
export interface StoredCount {
  events: number
  occurrences: number
}

const longRead = internalRead('long', 600)
/** Maximum tries of a count during which days are dropped. */
const maxTries = 3
/** Stands for the smallest batch of a day that could not be read; no batch has this number. */
const noBatch = 0
/** A range for `countEvents` that leaves out events which began before the span. */
const noRange = { from: allTime.to, to: allTime.to }

/** Context of the counts. */
interface CountContext {
  client: SqlClient
  journal: StoreJournal
  writer: Pick<JournalWriter, 'drop' | 'delete'>
  /** The widest deduplication window, seconds. */
  window: number
  countEvents: EventStore['countEvents']
}

/**
 * Counts of stored events, and of all events ever stored: includes the counts of dropped days, which survive
 * a restart. Does not count rows that arrive for a day while it is being dropped.
 */
export class StoredCounts implements JournalListener {
  readonly #context: CountContext
  /** Counts of dropped days and deleted events; undefined: not read since the last drop. */
  #dropped: StoredCount | undefined
  /** Ensures that no day is dropped while events are counted. */
  readonly #queue = pLimit(1)

  private constructor(context: CountContext, dropped: StoredCount) {
    this.#context = context
    this.#dropped = dropped
  }

  /** `client`: reads the counts of dropped days; by default the client of the context. */
  static async open(
    context: CountContext,
    client: Pick<SqlClient, 'select' | 'shards'> = context.client,
  ): Promise<StoredCounts> {
    const counts = new StoredCounts(context, await droppedSum(client))
    context.journal.listen(counts)
    return counts
  }

  /**
   * Rereads the counts of dropped days, after changes that the journal does not record, such as counts copied
   * from another store.
   */
  async reload(): Promise<void> {
    await this.#queue(async () => {
      this.#dropped = await droppedSum(this.#context.client)
    })
  }

  /** Counts in [from, to), Unix seconds, and over all time. */
  async count(from: number, to: number, read: Read): Promise<{ within: StoredCount; ever: StoredCount }> {
    return await this.#withoutDrops(read, async () => {
      const within = await this.#count({ from, to }, read)
      for (let tries = 1; ; tries++) {
        this.#dropped ??= await droppedSum(this.#context.client)
        const dropped = this.#dropped
        const ever = sum([dropped, await this.#count(allTime, read)])
        // Another process may have dropped a day meanwhile.
        if (this.#dropped === dropped || tries === maxTries) return { within, ever }
      }
    })
  }

  /**
   * Stores the counts of a day, then drops it. `day`: the partition, YYYYMMDD, which begins at `start` (Unix
   * seconds). Calls `mayDrop` right before the drop, while no other process drops a day. Resolves with
   * whether the day is gone.
   */
  async drop(day: string, start: number, mayDrop: () => Promise<boolean>): Promise<boolean> {
    const { client, writer, window } = this.#context
    const span = { from: start, to: start + daySeconds }
    let isGone = false
    const work: DropWork = async (check, willChange) => {
      isGone = await removeFromShards(
        client.shards,
        shard => dropFrom(shard, day, span, { check, mayDrop, willChange }),
        'some shards have dropped it, and it may not be dropped any longer',
      )
      return isGone
    }
    await this.#queue(() => writer.drop(span, window, work))
    return isGone
  }

  /**
   * Stores the counts of events of some classes that began on a day, then deletes the events, in the same way
   * as `drop`. Resolves with whether they are gone.
   */
  async delete(day: ClassesOfDay, mayDelete: () => Promise<boolean>): Promise<boolean> {
    const { client, writer, window } = this.#context
    let isGone = false
    const work: DropWork = async (check, willChange) => {
      isGone = await removeFromShards(
        client.shards,
        shard => deleteFrom(shard, day, window, { check, mayDelete, willChange }),
        'some shards have deleted them, and they may not be deleted any longer',
      )
      return isGone
    }
    await this.#queue(() => writer.delete({ from: day.start, to: day.start + daySeconds }, window, work))
    return isGone
  }

  /**
   * Counts while no day is dropped. A drop may take minutes: it counts events of legal holds, and waits for
   * drops of other nodes. The read waits for it without its slot, until its signal fires.
   */
  async #withoutDrops<T>(read: Read, count: () => Promise<T>): Promise<T> {
    const turn = Promise.withResolvers<void>()
    const counted = Promise.withResolvers<void>()
    const isBusy = this.#queue.activeCount + this.#queue.pendingCount > 0
    void this.#queue(() => {
      turn.resolve()
      return counted.promise
    })
    try {
      const ownTurn = until(turn.promise, { signal: read.signal })
      await ((isBusy ? read.withoutSlot?.(ownTurn) : undefined) ?? ownTurn)
      return await count()
    } finally {
      counted.resolve()
    }
  }

  /**
   * Forgets the sum of dropped days after any change without a batch number, including days dropped by
   * another process. The next count rereads it.
   */
  changed({ batch }: Pick<Change, 'batch'>): void {
    if (batch === 0) this.#dropped = undefined
  }

  /** Counts an event where it began. */
  async #count(span: Span, read: Read): Promise<StoredCount> {
    return await this.#context.countEvents({ ...span, predicate: everything }, noRange, read)
  }
}

/**
 * Removes rows from one shard after the other. A shard that has removed its rows is not restored when a later
 * shard fails. Resolves with false if all rows are kept. Rejects with `partlyRemoved` if they may not be
 * removed any longer after some shards have removed them.
 */
async function removeFromShards(
  shards: readonly ShardClient[],
  remove: (shard: ShardClient) => Promise<RemoveOutcome>,
  partlyRemoved: string,
): Promise<boolean> {
  let hasRemoved = false
  for (const shard of shards) {
    const outcome = await remove(shard)
    if (outcome === 'kept' && hasRemoved) throw new Error(partlyRemoved)
    if (outcome === 'kept') return false
    hasRemoved ||= outcome === 'removed'
  }
  return true
}

/**
 * Stores the counts of one shard's rows of a day, then drops the rows there. No batch is in two shards, so
 * the day and its smallest batch identify the shard too. `mayDrop` decides whether the rows are kept.
 */
async function dropFrom(
  shard: ShardClient,
  day: string,
  span: Span,
  {
    check,
    mayDrop,
    willChange,
  }: { check: CheckExclusive; mayDrop: () => Promise<boolean>; willChange: () => void },
): Promise<RemoveOutcome> {
  const own = shard.own(eventsTable)
  const counted = await countDay(shard, day, span)
  // Another process may have dropped the day.
  if (counted === undefined) return 'absent'
  const { batch, events, occurrences } = counted
  await check()
  // The record of a deletion that did not happen has these rows already: they would count twice.
  await revokeRecords(shard, span).catch(error => {
    // A damaged day can be dropped too.
    if (!(error instanceof Fault) || error.code !== 'storage_damaged') throw error
  })
  // Replaces the row of an earlier attempt that did not reach the drop: same day, same batch.
  await shard.insert(
    `INSERT INTO ${shard.own(droppedTable)} SELECT ${list([Number(day), batch, events, occurrences].map(number))}`,
    { async_insert: 0 },
  )
  // The row of a day that stays is not counted: see droppedSum.
  if (!(await mayDrop())) return 'kept'
  await check()
  willChange()
  await shard.command(`ALTER TABLE ${own} DROP PARTITION ${number(Number(day))}`)
  return 'removed'
}

/** Counts one shard's rows of a day, with their smallest batch; undefined: it has none. */
async function countDay(
  shard: ShardClient,
  day: string,
  { from, to }: Span,
): Promise<(StoredCount & { batch: number }) | undefined> {
  try {
    const rows = await shard.select(
      `SELECT min(batch), countIf(repeat = 0), sum(count), count() FROM ${shard.own(eventsTable)} WHERE ${within(from, to)}`,
      longRead,
    )
    const [batch = 0, events = 0, occurrences = 0, stored = 0] = (rows[0] ?? []).map(Number)
    return stored === 0 ? undefined : { batch, events, occurrences }
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'storage_damaged') throw error
    // A damaged day can be dropped too. The number of its rows is the best estimate of its events.
    const stored = (await partitionRows({ shards: [shard] }, eventsTable, longRead)).get(day)
    return stored === undefined ? undefined : { batch: noBatch, events: stored, occurrences: stored }
  }
}

/**
 * The sum of dropped days and of deleted events. Skips a day whose smallest batch is still in the table: its
 * drop did not happen and will be repeated.
 */
async function droppedSum(client: Pick<SqlClient, 'select' | 'shards'>): Promise<StoredCount> {
  const rows = await client.select(
    `SELECT day, batch, events, occurrences FROM ${droppedTable} FINAL`,
    longRead,
  )
  const present = await partitionRows(client, eventsTable, longRead)
  const gone: StoredCount[] = []
  for (const [day, batch, events, occurrences] of rows) {
    if (present.has(String(day)) && (await hasBatch(client, Number(day), Number(batch)))) continue
    gone.push({ events: Number(events), occurrences: Number(occurrences) })
  }
  return sum([...gone, ...(await completedDeletions(client))])
}

async function hasBatch(client: Pick<SqlClient, 'select'>, day: number, batch: number): Promise<boolean> {
  const [row] = await client.select(
    `SELECT count() FROM ${eventsTable} WHERE toYYYYMMDD(sec) = ${number(day)} AND ${byIndex(`batch = ${number(batch)}`)}`,
    longRead,
  )
  return Number(row?.[0]) > 0
}

function sum(counts: readonly StoredCount[]): StoredCount {
  const total = { events: 0, occurrences: 0 }
  for (const { events, occurrences } of counts) {
    total.events += events
    total.occurrences += occurrences
  }
  return total
}
