import { backoffMs } from '../../../async/backoff.ts'
import { Repeater } from '../../../async/repeater.ts'
import { pause } from '../../../async/until.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import { AnswerTooLargeError, type Cell, type ShardClient, type SqlClient } from '../../clients/sql-client.ts'
import { maxStatementBytes } from '../../clients/statement-bounds.ts'
import type { Read } from '../../contract/event-store.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { daySeconds } from '../../contract/time-span.ts'
import { type LoadTarget, maxNames } from '../../memory/load-target.ts'
import { ofTable, partitionOf, startOfDay } from '../../reads/partitions.ts'
import { list, number, text } from '../../sql/literal.ts'
import { within } from '../../sql/scope.ts'
import { dayNamesTable, eventsTable } from '../../sql/tables.ts'

/** Delays between attempts to read a field. */
const retryDelay = { minMs: 5_000, maxMs: 600_000 }
/** With these delays, the attempts take some two hours. */
const maxAttempts = 20
const dayMs = daySeconds * 1_000
/** Maximum bytes of a stored row, as a literal. */
const maxRowBytes = maxStatementBytes - 1_000

/**
 * A field of the events whose distinct texts a load reads, with a number for each text, such as its rows.
 */
export interface DayField {
  name: string
  /** SQL of the text. */
  text: string
  /** SQL of the number: an aggregate over the rows that have the text. */
  number: string
  /** The aggregate that combines the numbers of several days. */
  combine: 'sum' | 'groupBitOr'
  /** SQL condition on the rows. */
  where?: string
  target: LoadTarget
}

interface DayNamesOptions {
  client: Pick<SqlClient, 'shards'>
  /** In the order in which they are read. */
  fields: readonly DayField[]
  log: (message: string) => void
  /** Waits between attempts; replaced in tests. */
  wait?: typeof pause
}

/** State of a shard's rows of a day. Any insert of rows raises the block number. */
interface DayState {
  /** YYYYMMDD. */
  day: number
  /** The highest block number of the day's parts. */
  block: number
  rows: number
}

/** A day of a shard that has rows. */
interface ShardDay extends DayState {
  /** By field, for the fields whose texts are stored as of this state: whether they are complete. */
  stored: ReadonlyMap<string, boolean>
}

interface ShardDays {
  shard: ShardClient
  /** Newest first. */
  days: readonly ShardDay[]
}

/**
 * The texts that each day has of some fields, kept in a table, so that a start reads only the events of days
 * that changed since they were last read. A row of the table belongs to one state of a day; a row of another
 * state is ignored, and replaced by the next read.
 */
export class DayNames {
  readonly #options: DayNamesOptions
  readonly #closing = new AbortController()
  readonly #daily = new Repeater(
    () => this.storeEndedDays(),
    error => this.#options.log(`names of ended days were not stored: ${thrownText(error)}`),
  )
  /** Number of calls of `load` so far. A call ends the loads of earlier calls. */
  #loads = 0

  constructor(options: DayNamesOptions) {
    this.#options = options
  }

  /**
   * Reads the fields of all days into their targets. For about two hours, retries fields that fail. After
   * that, stores the texts of ended days once a day.
   */
  async load(): Promise<void> {
    const load = ++this.#loads
    const { wait = pause } = this.#options
    const { signal } = this.#closing
    const isCurrent = () => load === this.#loads && !signal.aborted
    let { fields } = this.#options
    for (const { target } of fields) target.begin()
    for (let attempt = 1; ; attempt++) {
      const failures = await this.#tryAll(fields, isCurrent)
      if (!isCurrent()) return
      fields = [...failures.keys()]
      if (fields.length === 0 || attempt === maxAttempts) {
        for (const [{ target }, error] of failures) target.fail(thrownText(error))
        return this.#daily.start(dayMs)
      }
      // A restarting engine answers later.
      await wait(backoffMs(attempt, retryDelay), signal)
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#daily.close()
  }

  /** Reads these fields of all days. Returns the errors of fields that could not be read. */
  async #tryAll(
    fields: readonly DayField[],
    isCurrent: () => boolean,
  ): Promise<ReadonlyMap<DayField, unknown>> {
    const read = { ...internalRead('long', 600), signal: this.#closing.signal }
    const failures = new Map<DayField, unknown>()
    let shards: readonly ShardDays[]
    try {
      shards = await this.#daysOfShards(read)
    } catch (error) {
      return new Map(fields.map(field => [field, error]))
    }
    for (const field of fields) {
      if (!isCurrent()) break
      try {
        await this.#readField(field, shards, isCurrent, read)
      } catch (error) {
        if (error instanceof AnswerTooLargeError) field.target.giveUp()
        else failures.set(field, error)
      }
    }
    return failures
  }

  /** Reads a field of all days into its target, which gives up if a day has too many texts. */
  async #readField(
    field: DayField,
    shards: readonly ShardDays[],
    isCurrent: () => boolean,
    read: Read,
  ): Promise<void> {
    const { name, target } = field
    target.begin()
    for (const { shard, days } of shards) {
      const stored = days.filter(day => day.stored.has(name))
      const hasTooMany = stored.some(day => day.stored.get(name) === false)
      if (hasTooMany) return target.giveUp()
      const changed = days.filter(day => !day.stored.has(name))
      const texts = stored.length === 0 ? [] : await storedTexts(shard, field, stored, read)
      if (isCurrent()) target.add(texts)
      for (const day of changed) {
        if (!isCurrent() || !target.isWanted()) return
        const texts = await this.#readDay(shard, field, day, read)
        if (texts === undefined) return target.giveUp()
        if (isCurrent()) target.add(texts)
      }
    }
    if (isCurrent() && target.isWanted()) target.finish()
  }

  /** Reads and stores the texts of days before today (UTC) that have changed since they were stored. */
  async storeEndedDays(): Promise<void> {
    const read = { ...internalRead('long', 600), signal: this.#closing.signal, isBackground: true }
    const today = Number(partitionOf(Date.now() / 1_000))
    for (const { shard, days } of await this.#daysOfShards(read)) {
      for (const day of days.filter(({ day }) => day < today)) {
        for (const field of this.#options.fields) {
          if (this.#daily.isClosed) return
          if (!day.stored.has(field.name)) await this.#readDay(shard, field, day, read)
        }
      }
    }
  }

  async #daysOfShards(read: Read): Promise<ShardDays[]> {
    return await Promise.all(
      this.#options.client.shards.map(async shard => ({ shard, days: await daysOf(shard, read) })),
    )
  }

  /** Reads the texts of a day from its events, and stores them. undefined: too many. */
  async #readDay(
    shard: ShardClient,
    field: DayField,
    day: DayState,
    read: Read,
  ): Promise<Cell[][] | undefined> {
    const texts = await textsOfDay(shard, field, day.day, read)
    const fullRow = texts && rowOf(field, day, texts)
    const isTooLong = fullRow === undefined || Buffer.byteLength(fullRow) > maxRowBytes
    const row = isTooLong ? rowOf(field, day) : fullRow
    try {
      await shard.insert(`INSERT INTO ${shard.own(dayNamesTable)} (${columns}) SELECT ${row}`, {
        async_insert: 0,
      })
    } catch (error) {
      // As on a full disk: the next start reads the day again.
      this.#options.log(`names of day ${day.day} were not stored: ${thrownText(error)}`)
    }
    return isTooLong ? undefined : texts
  }
}

const columns = 'day, field, block, rows, complete, texts, numbers'

/** The row of a day, as literals. Without `texts`: a row that says that they are too many (`complete` 0). */
function rowOf({ name }: DayField, { day, block, rows }: DayState, texts?: readonly Cell[][]): string {
  const state = `${number(day)}, ${text(name)}, ${number(block)}, ${number(rows)}`
  if (texts === undefined) return `${state}, 0, [], []`
  const strings = list(texts.map(([value]) => text(String(value))))
  const numbers = list(texts.map(([, count]) => number(Number(count))))
  return `${state}, 1, [${strings}], [${numbers}]`
}

/** The days of a shard, newest first. Drops stored months that have no days any more. */
async function daysOf(shard: ShardClient, read: Read): Promise<ShardDay[]> {
  const own = shard.own(dayNamesTable)
  const parts = await shard.select(
    `SELECT partition, max(max_block_number), sum(rows) FROM system.parts WHERE active AND ${ofTable(shard, eventsTable)} AND rows > 0
     GROUP BY partition ORDER BY partition DESC`,
    read,
  )
  const rows = await shard.select(`SELECT day, field, block, rows, complete FROM ${own} FINAL`, read)
  const days = parts.map(([day, block, count]) => ({
    day: Number(day),
    block: Number(block),
    rows: Number(count),
    stored: new Map<string, boolean>(),
  }))
  const byDay = new Map(days.map(day => [day.day, day]))
  const months = new Set(days.map(({ day }) => monthOf(day)))
  const oldMonths = new Set<number>()
  for (const [day, field, block, count, complete] of rows) {
    const present = byDay.get(Number(day))
    if (present !== undefined && present.block === block && present.rows === count)
      present.stored.set(String(field), complete === 1)
    if (!months.has(monthOf(Number(day)))) oldMonths.add(monthOf(Number(day)))
  }
  for (const month of oldMonths) await shard.command(`ALTER TABLE ${own} DROP PARTITION ${number(month)}`)
  return days
}

/** The partition of a day in the table of names. */
function monthOf(day: number): number {
  return Math.floor(day / 100)
}

/** The stored texts of these days, all together. */
async function storedTexts(
  shard: ShardClient,
  { name, combine }: DayField,
  days: readonly DayState[],
  read: Read,
): Promise<Cell[][]> {
  return await shard.select(
    `SELECT text, ${combine}(number) FROM ${shard.own(dayNamesTable)} FINAL ARRAY JOIN texts AS text, numbers AS number
     WHERE field = ${text(name)} AND day IN (${list(days.map(({ day }) => number(day)))}) GROUP BY text LIMIT ${number(maxNames + 1)}`,
    read,
  )
}

/** The texts of a day, from its events. undefined: too many. */
async function textsOfDay(
  shard: ShardClient,
  field: DayField,
  day: number,
  read: Read,
): Promise<Cell[][] | undefined> {
  const from = startOfDay(String(day))
  const condition = field.where === undefined ? '' : ` AND ${field.where}`
  try {
    const texts = await shard.select(
      `SELECT ${field.text} AS text, ${field.number} FROM ${shard.own(eventsTable)}
       WHERE ${within(from, from + daySeconds)}${condition} GROUP BY text LIMIT ${number(maxNames + 1)}`,
      read,
    )
    return texts.length > maxNames ? undefined : texts
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return undefined
    throw error
  }
}
