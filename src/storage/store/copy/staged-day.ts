import type { ShardClient, SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { maxNames } from '../../memory/load-target.ts'
import { list, number, text } from '../../sql/literal.ts'
import { eventsTable, stagingTable } from '../../sql/tables.ts'
import { batchIdPrefix } from '../append/insert-statement.ts'
import { inDay } from './day-sums.ts'

const read = internalRead('long', 600)
/** Id of the statement that attaches a day. A shard runs one statement per id at a time. */
const attachId = (day: string) => `millrace-attach-${day}`
const attachTimeoutSeconds = 600
/**
 * Maximum batches of a day in a shard that does not have the copy. Few are expected: the spool held them when
 * the service moved to the server.
 */
const maxOtherBatches = 10_000
/** Maximum batches that one statement deletes. Until the deletion is done, each read parses their numbers. */
const maxDeletedBatches = 10_000

/** A copied day in the staging table of the shard that will own it. */
export class StagedDay {
  readonly #shards: SqlClient['shards']
  readonly #shard: ShardClient
  readonly #day: string
  /** FROM and WHERE of the copy's rows. */
  readonly #from: string
  /** SELECT of the copy's batches. Only the shard of the copy can run it: other shards need GLOBAL IN. */
  readonly #batches: string

  constructor({ shards }: Pick<SqlClient, 'shards'>, shard: ShardClient, day: string) {
    this.#shards = shards
    this.#shard = shard
    this.#day = day
    this.#from = `FROM ${shard.own(stagingTable)} WHERE ${inDay(day)}`
    this.#batches = `SELECT DISTINCT batch ${this.#from}`
  }

  /** The highest batch of the copy. */
  async lastBatch(): Promise<number> {
    const [[last] = []] = await this.#shard.select(`SELECT max(batch) ${this.#from}`, read)
    return Number(last)
  }

  /** Minutes (since the epoch) with rows of the copy, and minutes with rows of repeats. */
  async minutes(): Promise<{ minutes: number[]; repeatMinutes: number[] }> {
    const found = await this.#shard.select(
      `SELECT intDiv(toUnixTimestamp(sec), 60) AS minute, max(repeat) ${this.#from} GROUP BY minute ORDER BY minute`,
      read,
    )
    const minutesOf = (rows: typeof found) => rows.map(([minute]) => Number(minute))
    return {
      minutes: minutesOf(found),
      repeatMinutes: minutesOf(found.filter(([, repeat]) => repeat === 1)),
    }
  }

  /** Distinct texts of a column of the copy: at most `maxNames`, and one more if there are too many. */
  async texts(column: 'host' | 'program' | 'template'): Promise<string[]> {
    const rows = await this.#shard.select(
      `SELECT DISTINCT ${column} ${this.#from} LIMIT ${number(maxNames + 1)}`,
      read,
    )
    return rows.map(([value]) => String(value))
  }

  /**
   * Rejects while a server still runs an append whose connection broke, or an earlier attempt to attach the
   * day. Ignores appends of batches above `upTo`. Resolves once all replicas have the rows of ended appends
   * and attempts.
   */
  async requireNoInsert(upTo: number): Promise<void> {
    for (const shard of this.#shards) {
      const running = await shard.onReplicas(
        `SELECT 1 FROM system.processes WHERE query_id = ${text(attachId(this.#day))} OR (startsWith(query_id, '${batchIdPrefix}')
         AND toUInt64OrZero(substring(query_id, ${batchIdPrefix.length + 1})) <= ${number(upTo)}) LIMIT 1`,
      )
      if (running.length > 0) throw new Error('the server still inserts batches of the time of the copy')
      await syncReplicas(shard, eventsTable, ...(shard === this.#shard ? [stagingTable] : []))
    }
  }

  /**
   * Counts rows of the day in the events table, over all shards, in batches that the copy has: from an
   * earlier try, or from the spool.
   */
  async rowsAmongEvents(): Promise<number> {
    const [[rows] = []] = await this.#shard.select(
      `SELECT count() FROM ${eventsTable} WHERE ${inDay(this.#day)} AND batch GLOBAL IN (${this.#batches})`,
      read,
    )
    return Number(rows)
  }

  /**
   * Rejects if `rowsAmongEvents` counts rows that the copy does not have. Such rows must not be deleted: they
   * belong to other events, whose batches have the same numbers.
   */
  async requireCopies(): Promise<void> {
    const key = 'ts, id, batch, repeat'
    const [[others] = []] = await this.#shard.select(
      `SELECT count() FROM ${eventsTable} WHERE ${inDay(this.#day)} AND batch GLOBAL IN (${this.#batches})
       AND (${key}) GLOBAL NOT IN (SELECT ${key} ${this.#from})`,
      read,
    )
    if (Number(others) > 0)
      throw new Error(`${others} rows of the server are other events, but have the batch numbers of the copy`)
  }

  /** Deletes the rows that `rowsAmongEvents` counts. `last`: the highest batch of the copy. */
  async removeFromEvents(last: number): Promise<void> {
    for (const shard of this.#shards) {
      if (shard === this.#shard) await this.#removeBesideCopy(shard)
      else {
        const batches = await this.#batchesIn(shard, last)
        if (batches !== undefined) await this.#delete(shard, batches)
      }
    }
  }

  /** Deletes the day's rows of the copy's batches from the events of the shard with the copy. */
  async #removeBesideCopy(shard: ShardClient): Promise<void> {
    for (;;) {
      const found = await shard.select(
        `SELECT DISTINCT batch FROM ${shard.own(eventsTable)} WHERE ${inDay(this.#day)} AND batch IN (${this.#batches}) LIMIT ${number(maxDeletedBatches)}`,
        read,
      )
      if (found.length === 0) return
      await this.#delete(shard, numbers(found))
    }
  }

  /**
   * Deletes the day's rows of these batches. `batches` is a list of numbers, never a SELECT. Reads hide
   * deleted rows at once (`onFlyMutations` in clients/on-fly-mutations.ts). The engine cannot do so for a
   * deletion with a subquery: all reads of the table would fail until it is done.
   */
  async #delete(shard: ShardClient, batches: string): Promise<void> {
    await shard.command(
      `ALTER TABLE ${shard.own(eventsTable)} DELETE WHERE ${inDay(this.#day)} AND batch IN (${batches}) SETTINGS mutations_sync = 2`,
    )
  }

  /** Makes the rows of the copy readable, all at once. Resolves once they are readable on all replicas. */
  async attach(): Promise<void> {
    // As an `insert`, which is not repeated when its answer is lost.
    await this.#shard.insert(
      `ALTER TABLE ${this.#shard.own(eventsTable)} ATTACH PARTITION ${number(Number(this.#day))} FROM ${this.#shard.own(stagingTable)}`,
      { max_execution_time: attachTimeoutSeconds, alter_sync: 1 },
      attachId(this.#day),
    )
    await syncReplicas(this.#shard, eventsTable)
  }

  /**
   * Batches of the copy that have rows of the day in another shard, as a list; undefined when there are none.
   * `last`: the highest batch of the copy.
   */
  async #batchesIn(other: ShardClient, last: number): Promise<string | undefined> {
    const found = await other.select(
      `SELECT DISTINCT batch FROM ${other.own(eventsTable)} WHERE ${inDay(this.#day)} AND batch <= ${number(last)} LIMIT ${number(maxOtherBatches + 1)}`,
      read,
    )
    if (found.length > maxOtherBatches)
      throw new Error(`a shard has more than ${maxOtherBatches} batches of the time of the copy`)
    if (found.length === 0) return undefined
    const copied = await this.#shard.select(`${this.#batches} AND batch IN (${numbers(found)})`, read)
    return copied.length === 0 ? undefined : numbers(copied)
  }
}

/** The first column of rows as a list of SQL numbers. */
function numbers(rows: readonly unknown[][]): string {
  return list(rows.map(([batch]) => number(Number(batch))))
}

/**
 * Resolves once every replica of a shard has all rows that any replica has in these tables, including rows of
 * an insert whose answer was lost. Rejects with a Fault while a replica does not answer.
 */
export async function syncReplicas(shard: ShardClient, ...tables: string[]): Promise<void> {
  if (!shard.isReplicated) return
  // LIGHTWEIGHT: does not wait for merges and mutations.
  for (const table of tables) await shard.onReplicas(`SYSTEM SYNC REPLICA ${shard.own(table)} LIGHTWEIGHT`)
}
