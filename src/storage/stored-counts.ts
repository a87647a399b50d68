import { eventsTable } from './sql/columns.ts'
import { list, number } from './sql/literal.ts'
import { within } from './sql/scope.ts'
import type { SqlClient } from './sql-client.ts'
import type { Read } from './store.ts'

/** The table of days that were dropped, with what they held; qualified. */
export const droppedTable = 'millrace.dropped_days'

/** Events by their first occurrences, and all occurrences. */
export interface StoredCount {
  events: number
  occurrences: number
}

const hourSeconds = 3_600
const hoursOfDay = 24
/** With more stretches than this, reading all hours between the first and the last is no dearer. */
const maxSpans = 100
const patientRead = { signal: new AbortController().signal, lane: 'long', timeout: 600 } as const

/**
 * How much was stored, by hours of event time: exact, and cheap to ask again, since only hours that got rows are counted again.
 * Days that retention drops are remembered, so that the sum over all time outlives them and a restart. Rows that come for a
 * day in the very moment in which it is dropped go uncounted; by then they are older than all that ingest takes.
 */
export class StoredCounts {
  readonly #client: SqlClient
  #hours: Map<number, StoredCount> | undefined
  readonly #dirty = new Set<number>()
  #dropped: StoredCount
  /** One counts at a time, and no day is dropped meanwhile. */
  #last: Promise<unknown> = Promise.resolve()

  private constructor(client: SqlClient, dropped: StoredCount) {
    this.#client = client
    this.#dropped = dropped
  }

  static async open(client: SqlClient): Promise<StoredCounts> {
    return new StoredCounts(client, await droppedSum(client))
  }

  /** False until everything has been counted once, which takes a while. */
  get known(): boolean {
    return this.#hours !== undefined
  }

  /** Called once rows of these minutes (of the epoch) are readable. */
  record(minutes: readonly number[]): void {
    for (const minute of minutes) this.#dirty.add(Math.floor(minute / 60))
  }

  /** In [from, to), whole hours in Unix seconds, and over all time. */
  async count(from: number, to: number, read: Read): Promise<{ within: StoredCount; ever: StoredCount }> {
    return await this.#alone(async () => {
      const hours = await this.#refreshed(read)
      const within = { events: 0, occurrences: 0 }
      const ever = { ...this.#dropped }
      for (const [index, { events, occurrences }] of hours) {
        ever.events += events
        ever.occurrences += occurrences
        if (index * hourSeconds < from || index * hourSeconds >= to) continue
        within.events += events
        within.occurrences += occurrences
      }
      return { within, ever }
    })
  }

  /** Remembers what a day holds, and then drops it; `day`: the partition, YYYYMMDD, which begins at `start` (Unix seconds). */
  async drop(day: string, start: number): Promise<void> {
    await this.#alone(async () => {
      const span = within(start, start + hoursOfDay * hourSeconds)
      const rows = await this.#client.select(
        `SELECT min(batch), countIf(repeat = 0), sum(count) FROM ${eventsTable} WHERE ${span}`,
        patientRead,
      )
      const [batch, events, occurrences] = (rows[0] ?? []).map(Number)
      const held = { events: events ?? 0, occurrences: occurrences ?? 0 }
      // The same day and batch: the earlier try did not get as far as the drop.
      await this.#client.insert(
        `INSERT INTO ${droppedTable} SELECT ${list([Number(day), batch ?? 0, held.events, held.occurrences].map(number))}`,
        { async_insert: 0 },
      )
      await this.#client.command(`ALTER TABLE ${eventsTable} DROP PARTITION ${number(Number(day))}`)
      this.#dropped = sum([this.#dropped, held])
      for (let index = start / hourSeconds; index < start / hourSeconds + hoursOfDay; index++) {
        this.#hours?.delete(index)
        this.#dirty.delete(index)
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
      const stretches = hourSpans(stale)
      const counted = await this.#countHours(
        stretches.map(({ from, to }) => `(${within(from * hourSeconds, to * hourSeconds)})`).join(' OR '),
        read,
      )
      for (const { from, to } of stretches)
        for (let index = from; index < to; index++) this.#hours.delete(index)
      for (const [index, count] of counted) this.#hours.set(index, count)
      return this.#hours
    } catch (error) {
      for (const index of stale) this.#dirty.add(index)
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
      rows.map(([index, events, occurrences]) => [
        Number(index),
        { events: Number(events), occurrences: Number(occurrences) },
      ]),
    )
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work)
    this.#last = turn.catch(() => {})
    return await turn
  }
}

/** Ascending hours as stretches of consecutive ones. */
function hourSpans(hours: readonly number[]): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = []
  for (const hour of hours) {
    const last = stretches.at(-1)
    if (last?.to === hour) last.to++
    else stretches.push({ from: hour, to: hour + 1 })
  }
  const [first] = stretches
  const last = stretches.at(-1)
  if (first === undefined || last === undefined || stretches.length <= maxSpans) return stretches
  return [{ from: first.from, to: last.to }]
}

/** What was dropped for good. A day whose smallest batch is still there was remembered, but not dropped: it will be again. */
async function droppedSum(client: SqlClient): Promise<StoredCount> {
  const rows = await client.select(
    `SELECT day, batch, events, occurrences FROM ${droppedTable} FINAL`,
    patientRead,
  )
  const parts = await client.select(
    `SELECT DISTINCT partition FROM system.parts WHERE active AND database = 'millrace' AND table = 'events'`,
    patientRead,
  )
  const present = new Set(parts.map(([partition]) => Number(partition)))
  const doubtful = rows.filter(([day]) => present.has(Number(day)))
  const kept = new Set<string>()
  for (const [day, batch] of doubtful) {
    const found = await client.select(
      `SELECT count() FROM ${eventsTable} WHERE toYYYYMMDD(sec) = ${number(Number(day))} AND batch = ${number(Number(batch))}`,
      patientRead,
    )
    if (Number(found[0]?.[0]) > 0) kept.add(`${day} ${batch}`)
  }
  const gone = rows.filter(([day, batch]) => !kept.has(`${day} ${batch}`))
  return sum(
    gone.map(([, , events, occurrences]) => ({ events: Number(events), occurrences: Number(occurrences) })),
  )
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
