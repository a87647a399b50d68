import pLimit from 'p-limit'
import { internalRead } from './internal-read.ts'
import { eventsTable } from './sql/columns.ts'
import { list, number } from './sql/literal.ts'
import { within } from './sql/scope.ts'
import type { SqlClient } from './sql-client.ts'
import type { Read } from './store.ts'
import { partitionRows } from './tables/partitions.ts'
import { daySeconds, hullOf, spansOf } from './time-span.ts'

/** The table of days that were dropped, with what they held; qualified. */
export const droppedTable = 'millrace.dropped_days'

/** Events by their first occurrences, and all occurrences. */
export interface StoredCount {
  events: number
  occurrences: number
}

const hourSeconds = 3_600
/** With more spans than this, reading all hours between the first and the last is no more expensive. */
const maxSpans = 100
const patientRead = internalRead('long', 600)

/**
 * Counts of stored events by hour of event time: exact, and cheap to ask again, since only hours with new rows are counted again. Remembers
 * the counts of dropped days, also after a restart. Does not count rows that arrive for a day while it is being dropped.
 */
export class StoredCounts {
  readonly #client: SqlClient
  /** By the second that the hour begins with. */
  #hours: Map<number, StoredCount> | undefined
  readonly #dirty = new Set<number>()
  #dropped: StoredCount
  /** While hours are counted, no others are, and no day is dropped. */
  readonly #queue = pLimit(1)

  private constructor(client: SqlClient, dropped: StoredCount) {
    this.#client = client
    this.#dropped = dropped
  }

  static async open(client: SqlClient): Promise<StoredCounts> {
    return new StoredCounts(client, await droppedSum(client))
  }

  /** False until all hours have been counted once. */
  get known(): boolean {
    return this.#hours !== undefined
  }

  /** To be called once rows of these minutes (of the epoch) are readable. */
  record(minutes: readonly number[]): void {
    for (const minute of minutes) this.#dirty.add(Math.floor(minute / 60) * hourSeconds)
  }

  /** In [from, to), whole hours in Unix seconds, and over all time. */
  async count(from: number, to: number, read: Read): Promise<{ within: StoredCount; ever: StoredCount }> {
    return await this.#queue(async () => {
      const hours = [...(await this.#refreshed(read))]
      const inside = hours.filter(([start]) => start >= from && start < to)
      const counts = (some: typeof hours) => some.map(([, count]) => count)
      return { within: sum(counts(inside)), ever: sum([this.#dropped, ...counts(hours)]) }
    })
  }

  /** Stores the counts of a day, then drops it; `day`: the partition, YYYYMMDD, which begins at `start` (Unix seconds). */
  async drop(day: string, start: number): Promise<void> {
    await this.#queue(async () => {
      const rows = await this.#client.select(
        `SELECT min(batch), countIf(repeat = 0), sum(count) FROM ${eventsTable} WHERE ${within(start, start + daySeconds)}`,
        patientRead,
      )
      const [batch = 0, events = 0, occurrences = 0] = (rows[0] ?? []).map(Number)
      // When the earlier try did not get as far as the drop, this replaces its row of the same day and batch.
      await this.#client.insert(
        `INSERT INTO ${droppedTable} SELECT ${list([Number(day), batch, events, occurrences].map(number))}`,
        { async_insert: 0 },
      )
      await this.#client.command(`ALTER TABLE ${eventsTable} DROP PARTITION ${number(Number(day))}`)
      this.#dropped = sum([this.#dropped, { events, occurrences }])
      for (let hour = start; hour < start + daySeconds; hour += hourSeconds) {
        this.#hours?.delete(hour)
        this.#dirty.delete(hour)
      }
    })
  }

  /** The hours as they are now. What got rows while they were read is dirty again. */
  async #refreshed(read: Read): Promise<Map<number, StoredCount>> {
    const stale = [...this.#dirty].sort((a, b) => a - b)
    this.#dirty.clear()
    try {
      if (this.#hours === undefined) {
        this.#hours = await this.#countHours('1', read)
        return this.#hours
      }
      if (stale.length === 0) return this.#hours
      const exact = spansOf(stale, hourSeconds)
      const spans = exact.length > maxSpans ? [hullOf(exact)] : exact
      const counted = await this.#countHours(
        spans.map(({ from, to }) => `(${within(from, to)})`).join(' OR '),
        read,
      )
      for (const { from, to } of spans)
        for (let hour = from; hour < to; hour += hourSeconds) this.#hours.delete(hour)
      for (const [hour, count] of counted) this.#hours.set(hour, count)
      return this.#hours
    } catch (error) {
      for (const hour of stale) this.#dirty.add(hour)
      throw error
    }
  }

  async #countHours(condition: string, read: Read): Promise<Map<number, StoredCount>> {
    const rows = await this.#client.select(
      `SELECT intDiv(toUnixTimestamp(sec), ${number(hourSeconds)}) AS hour, countIf(repeat = 0), sum(count)
       FROM ${eventsTable} WHERE ${condition} GROUP BY hour`,
      read,
    )
    return new Map(
      rows.map(([hour, events, occurrences]) => [
        Number(hour) * hourSeconds,
        { events: Number(events), occurrences: Number(occurrences) },
      ]),
    )
  }
}

/** The sum of dropped days. Skips a day whose smallest batch is still in the table: its drop did not happen, and will be repeated. */
async function droppedSum(client: SqlClient): Promise<StoredCount> {
  const rows = await client.select(
    `SELECT day, batch, events, occurrences FROM ${droppedTable} FINAL`,
    patientRead,
  )
  const present = await partitionRows(client, 'events', patientRead)
  const gone: StoredCount[] = []
  for (const [day, batch, events, occurrences] of rows) {
    if (present.has(String(day)) && (await hasBatch(client, Number(day), Number(batch)))) continue
    gone.push({ events: Number(events), occurrences: Number(occurrences) })
  }
  return sum(gone)
}

async function hasBatch(client: SqlClient, day: number, batch: number): Promise<boolean> {
  const [row] = await client.select(
    `SELECT count() FROM ${eventsTable} WHERE toYYYYMMDD(sec) = ${number(day)} AND batch = ${number(batch)}`,
    patientRead,
  )
  return Number(row?.[0]) > 0
}

function sum(counts: readonly StoredCount[]): StoredCount {
  return counts.reduce(
    (all, { events, occurrences }) => ({
      events: all.events + events,
      occurrences: all.occurrences + occurrences,
    }),
    { events: 0, occurrences: 0 },
  )
}
