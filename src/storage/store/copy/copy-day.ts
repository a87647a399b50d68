import { AnswerTooLargeError, type ShardClient, type SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { daySeconds } from '../../contract/time-span.ts'
import { startOfDay } from '../../reads/partitions.ts'
import { instant, number, wholeSecond } from '../../sql/literal.ts'
import { eventsTable, stagingTable } from '../../sql/tables.ts'
import { indexOfTurn } from '../append/turn-by-weight.ts'
import { shardWithCopy } from './copied-days.ts'
import { CopyError } from './copy-error.ts'
import { type DaySums, daySums, inDay, rowValues } from './day-sums.ts'
import { syncReplicas } from './staged-day.ts'
import { type InsertRows, insertIntoStaging, untilInserted } from './staging-insert.ts'

const read = internalRead('short', 60)

/** The source and the target of a copy. */
export interface CopyEnds {
  source: SqlClient
  target: SqlClient
  /** Runs on the target. */
  insert: InsertRows
  /** Weights of the target's shards: their shares of the days. */
  weights: readonly number[]
  /** Maximum rows of a chunk; lowered in tests. */
  maxChunkRows?: number
  signal: AbortSignal
}

/**
 * Copies a day into the staging table, resuming an earlier attempt. Chunks are inserted in order, each wholly
 * or not at all, so the highest row in the staging table shows the progress. Returns the sums of the day,
 * which are equal in both tables; throws a CopyError when they differ. Calls `onProgress` with the number of
 * copied rows.
 */
export async function copyDay(
  ends: CopyEnds,
  day: string,
  onProgress: (rows: number) => void = () => {},
): Promise<DaySums> {
  const { source } = ends
  const shard = await shardOf(ends, day)
  const staging = shard.own(stagingTable)
  const chunks = await DayChunks.open(source, eventsTable, day, ends.maxChunkRows)
  await copyChunks(ends, shard, { chunks, day }, onProgress)
  await syncReplicas(shard, stagingTable)
  const wanted = await daySums(source, eventsTable, day)
  const copied = await daySums(shard, staging, day)
  if (wanted.rows === copied.rows && wanted.checksum === copied.checksum) return wanted
  await shard.command(`ALTER TABLE ${staging} DROP PARTITION ${Number(day)}`)
  throw new CopyError(
    `The copy of ${day} had ${copied.rows} rows with the checksum ${copied.checksum}, the source has ${wanted.rows} with ${wanted.checksum}. It is removed; run the command again.`,
  )
}

async function copyChunks(
  { target, insert, signal }: CopyEnds,
  shard: ShardClient,
  { chunks, day }: { chunks: DayChunks; day: string },
  onChunk: (rowsDone: number) => void,
): Promise<void> {
  await untilInserted(shard, signal)
  await syncReplicas(shard, stagingTable)
  const staging = shard.own(stagingTable)
  const after = await lastKey(shard, staging, day)
  const [[earlier] = []] = await shard.select(`SELECT count() FROM ${staging} WHERE ${inDay(day)}`, read)
  let done = Number(earlier)
  // Reads one chunk while the previous one is inserted. If that read fails, the next `await` throws.
  let next = chunks.after(after, signal)
  for (;;) {
    const chunk: DayChunk | undefined = await next
    if (chunk === undefined) return
    next = chunks.after(chunk.last, signal)
    next.catch(() => {})
    await insert(target.shards.indexOf(shard), insertIntoStaging(shard), chunk.bytes)
    done += chunk.rows
    onChunk(done)
  }
}

/**
 * The shard that gets the whole day: the shard that already has a part of it. Otherwise shards get days one
 * after the other, each as many as its weight.
 */
async function shardOf(
  { target, weights }: Pick<CopyEnds, 'target' | 'weights'>,
  day: string,
): Promise<ShardClient> {
  const begun = await shardWithCopy(target, day)
  if (begun !== undefined) return begun
  const shard = target.shards[indexOfTurn(weights, startOfDay(day) / daySeconds)]
  if (shard === undefined) throw new RangeError('no shard takes days')
  return shard
}

/** Target size of a chunk, by the mean row size of its day. */
const chunkBytes = 24_000_000
const maxChunkRows = 200_000
const minChunkRows = 16
const chunkRead = internalRead('long', 600)

/** Key of a row of a day, unique and ordered, as `keyOrder` has it. */
type RowKey = readonly [micros: number, id: number, batch: number, repeat: number]

const keyOrder = 'ts, id, batch, repeat'

interface DayChunk {
  rows: number
  /** The key of the chunk's last row. */
  last: RowKey
  /** RowBinary. */
  bytes: Uint8Array
}

/** The highest row key of a day in a table; undefined when it has no rows. */
async function lastKey(
  client: Pick<ShardClient, 'select'>,
  table: string,
  day: string,
): Promise<RowKey | undefined> {
  return (await countAndLastKey(client, `SELECT * FROM ${table} WHERE ${inDay(day)}`))?.last
}

/** Reads a day in key order, in chunks of some megabytes. */
class DayChunks {
  readonly #client: SqlClient
  readonly #table: string
  readonly #day: string
  /** Rows of the next chunks: fewer after an answer was too large. */
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
      chunkRead,
    )
    const fitting = Math.floor(chunkBytes / Math.max(1, Number(bytes ?? 1)))
    return new DayChunks(client, table, day, Math.max(minChunkRows, Math.min(maxRows, fitting)))
  }

  /** The rows after a key, or the first rows; undefined at the end. */
  async after(key: RowKey | undefined, signal: AbortSignal): Promise<DayChunk | undefined> {
    for (;;) {
      const from = `FROM ${this.#table} WHERE ${inDay(this.#day)}${key === undefined ? '' : ` AND ${isAfter(key)}`}`
      const found = await countAndLastKey(
        this.#client,
        `SELECT ts, id, batch, repeat ${from} ORDER BY sec, ${keyOrder} LIMIT ${number(this.#rows)}`,
        signal,
      )
      if (found === undefined) return undefined
      try {
        const sql = `SELECT ${rowValues} ${from} AND ${isUpTo(found.last)}`
        const bytes = await this.#client.bytes(sql, { ...chunkRead, signal }, undefined, 'parallel')
        return { ...found, bytes }
      } catch (error) {
        // These messages are longer than the mean of the day.
        if (!(error instanceof AnswerTooLargeError) || this.#rows === 1) throw error
        this.#rows = Math.ceil(this.#rows / 4)
      }
    }
  }
}

/** The number of rows that a SELECT returns, and the highest key among them; undefined without rows. */
async function countAndLastKey(
  client: Pick<ShardClient, 'select'>,
  rows: string,
  signal = chunkRead.signal,
): Promise<Pick<DayChunk, 'rows' | 'last'> | undefined> {
  const [[count, last] = []] = await client.select(
    `SELECT count(), max((toUnixTimestamp64Micro(ts), id, batch, repeat)) FROM (${rows})`,
    { ...chunkRead, signal },
  )
  if (count === 0 || !Array.isArray(last)) return undefined
  const [micros = 0, id = 0, batch = 0, repeat = 0] = last.map(Number)
  const key: RowKey = [micros, id, batch, repeat]
  return { rows: Number(count), last: key }
}

// SQL conditions of rows by their keys. Conditions on `sec` show the engine the order of the table.

function isAfter(key: RowKey): string {
  return `sec >= ${wholeSecond(secondOf(key))} AND (${keyOrder}) > ${tuple(key)}`
}

function isUpTo(key: RowKey): string {
  return `sec <= ${wholeSecond(secondOf(key))} AND (${keyOrder}) <= ${tuple(key)}`
}

function secondOf([micros]: RowKey): number {
  return Math.floor(micros / 1_000_000)
}

function tuple([micros, id, batch, repeat]: RowKey): string {
  return `(${instant(micros)}, ${[id, batch, repeat].map(number).join(', ')})`
}
