import { rowColumns } from '../../../schema/event/row.ts'
import { AnswerTooLargeError, type ShardClient, type SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { instant, list, number, wholeSecond } from '../../sql/literal.ts'
import { inDay } from './day-sums.ts'

/** Target size of a chunk, by the mean row size of its day. */
const chunkBytes = 24_000_000
const maxChunkRows = 200_000
const minChunkRows = 16
const read = internalRead('long', 600)

/** Key of a row of a day, unique and ordered: (ts, id, batch, repeat). */
export type RowKey = readonly [micros: number, id: number, batch: number, repeat: number]

const keyOrder = 'ts, id, batch, repeat'
const columns = list([...rowColumns.map(([name]) => (name === 'tags' ? 'toString(tags)' : name)), 'batch'])

export interface DayChunk {
  rows: number
  /** The key of the chunk's last row. */
  last: RowKey
  /** RowBinary. */
  bytes: Uint8Array
}

/** The highest row key of a day in a table; undefined when it has no rows. */
export async function lastKey(
  client: Pick<ShardClient, 'select'>,
  table: string,
  day: string,
): Promise<RowKey | undefined> {
  return (await summary(client, `SELECT * FROM ${table} WHERE ${inDay(day)}`))?.last
}

/** Reads a day in key order, in chunks of some megabytes. */
export class DayChunks {
  readonly #client: SqlClient
  readonly #table: string
  readonly #day: string
  #rows: number

  private constructor(client: SqlClient, table: string, day: string, rows: number) {
    this.#client = client
    this.#table = table
    this.#day = day
    this.#rows = rows
  }

  /** `maxRows`: per chunk. */
  static async open(
    client: SqlClient,
    table: string,
    day: string,
    maxRows = maxChunkRows,
  ): Promise<DayChunks> {
    const [database, name] = table.split('.')
    const [[bytes] = []] = await client.select(
      `SELECT sum(data_uncompressed_bytes) / sum(rows) FROM system.parts
       WHERE active AND database = '${database}' AND table = '${name}' AND partition = '${number(Number(day))}'`,
      read,
    )
    const fitting = Math.floor(chunkBytes / Math.max(1, Number(bytes ?? 1)))
    return new DayChunks(client, table, day, Math.max(minChunkRows, Math.min(maxRows, fitting)))
  }

  /** The rows after a key, or the first rows; undefined at the end. */
  async after(key: RowKey | undefined, signal: AbortSignal): Promise<DayChunk | undefined> {
    for (;;) {
      const from = `FROM ${this.#table} WHERE ${inDay(this.#day)}${key === undefined ? '' : behind(key)}`
      const found = await summary(
        this.#client,
        `SELECT ts, id, batch, repeat ${from} ORDER BY sec, ${keyOrder} LIMIT ${number(this.#rows)}`,
        signal,
      )
      if (found === undefined) return undefined
      try {
        const sql = `SELECT ${columns} ${from} AND ${upTo(found.last)}`
        const bytes = await this.#client.bytes(sql, { ...read, signal }, undefined, 'parallel')
        return { ...found, bytes }
      } catch (error) {
        // The messages here are longer than in the rest of the day.
        if (!(error instanceof AnswerTooLargeError) || this.#rows === 1) throw error
        this.#rows = Math.ceil(this.#rows / 4)
      }
    }
  }
}

async function summary(client: Pick<ShardClient, 'select'>, rows: string, signal = read.signal) {
  const [[count, last] = []] = await client.select(
    `SELECT count(), max((toUnixTimestamp64Micro(ts), id, batch, repeat)) FROM (${rows})`,
    { ...read, signal },
  )
  if (count === 0 || !Array.isArray(last)) return undefined
  const [micros = 0, id = 0, batch = 0, repeat = 0] = last.map(Number)
  const key: RowKey = [micros, id, batch, repeat]
  return { rows: Number(count), last: key }
}

function behind(key: RowKey): string {
  // The table is in order of sec.
  return ` AND sec >= ${wholeSecond(secondOf(key))} AND (${keyOrder}) > ${tuple(key)}`
}

function upTo(key: RowKey): string {
  return `sec <= ${wholeSecond(secondOf(key))} AND (${keyOrder}) <= ${tuple(key)}`
}

function secondOf([micros]: RowKey): number {
  return Math.floor(micros / 1_000_000)
}

function tuple([micros, id, batch, repeat]: RowKey): string {
  return `(${instant(micros)}, ${[id, batch, repeat].map(number).join(', ')})`
}
