import { type ArchivedFile, type ArchiveManifest, archiveFormat } from '../../../schema/store/archive.ts'
import { onFlyMutations } from '../../clients/on-fly-mutations.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import type { Span } from '../../contract/time-span.ts'
import { startOfDay } from '../../reads/partitions.ts'
import { number } from '../../sql/literal.ts'
import { within } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import { type DaySums, rowValues } from '../copy/day-sums.ts'
import { type ArchivePlace, fileName } from './archive-place.ts'
import { columnsForFile, fileTarget, localSource, rowValuesOfFile } from './archived-rows.ts'

const hourSeconds = 3_600
/** A file has whole hours; of more rows only if an hour has more. */
const defaultFileRows = 4_000_000
const read = { ...internalRead('long', 3_600), isBackground: true }
const writeSettings = {
  ...onFlyMutations,
  max_execution_time: 3_600,
  max_threads: 1,
  os_threads_nice_value_query: 15,
  engine_file_truncate_on_insert: 1,
  output_format_parquet_compression_method: 'zstd',
  output_format_parquet_row_group_size: 131_072,
  output_format_parquet_parallel_encoding: 0,
}
/** Shares of the memory of a long statement, for sorting and for the rows of a group. */
function memorySettings({ maxGroupBytes }: SqlClient): Record<string, number> {
  return {
    max_memory_usage: maxGroupBytes,
    max_bytes_before_external_sort: Math.floor(maxGroupBytes / 4),
    output_format_parquet_row_group_size_bytes: Math.floor(maxGroupBytes / 8),
  }
}

const rowHash = 'sipHash64'

/** Rows of a day to write. */
export interface NewGeneration {
  /** YYYYMMDD. */
  partition: string
  generation: number
  /** Rows of batches after `after`, up to `upTo`. */
  after: number
  upTo: number
}

/** Rows of an hour of a day. */
interface Hour {
  hour: number
  rows: number
  events: number
  occurrences: number
  minId: number
  maxId: number
}

/** The retention classes of the rows that would be written. */
export async function classesOf(client: SqlClient, wanted: NewGeneration): Promise<string[]> {
  const rows = await client.select(
    `SELECT DISTINCT class FROM ${eventsTable} WHERE ${rowsOf(wanted, daySpan(wanted))}`,
    read,
  )
  return rows.map(([name]) => String(name)).sort()
}

/**
 * Writes files with rows of a day and compares them with the table. Returns the manifest, not yet published;
 * undefined if there are no such rows. Rejects if a file does not have exactly the rows of the table.
 */
export async function writeGeneration(
  {
    client,
    place,
    maxFileRows = defaultFileRows,
  }: { client: SqlClient; place: ArchivePlace; maxFileRows?: number | undefined },
  wanted: NewGeneration,
  now: number,
): Promise<ArchiveManifest | undefined> {
  const { partition, generation } = wanted
  const hours = await hoursOf(client, wanted)
  if (hours.length === 0) return undefined
  const day = `${partition.slice(0, 4)}-${partition.slice(4, 6)}-${partition.slice(6)}`
  await place.clear({ day, generation })
  const files: ArchivedFile[] = []
  for (const [at, part] of partsOf(hours, maxFileRows).entries()) {
    const name = fileName({ day, generation }, at)
    files.push(await writeFile({ client, place }, wanted, { name, hours: part }))
  }
  const classes = await classesOf(client, wanted)
  return {
    format: archiveFormat,
    day,
    generation,
    created_at: Math.floor(now / 1000),
    last_batch: wanted.upTo,
    classes,
    files,
  }
}

async function writeFile(
  { client, place }: { client: SqlClient; place: ArchivePlace },
  wanted: NewGeneration,
  { name, hours }: { name: string; hours: readonly Hour[] },
): Promise<ArchivedFile> {
  const start = startOfDay(wanted.partition)
  const span = {
    from: start + (hours[0]?.hour ?? 0) * hourSeconds,
    to: start + ((hours.at(-1)?.hour ?? 0) + 1) * hourSeconds,
  }
  const rows = rowsOf(wanted, span)
  const partial = place.partialOf({ name })
  await client.insert(
    `INSERT INTO FUNCTION ${fileTarget(partial)} SELECT ${columnsForFile} FROM ${eventsTable} WHERE ${rows} ORDER BY host, program, ts, id, batch`,
    { ...writeSettings, ...memorySettings(client) },
  )
  const expected = await sumsOf(
    client,
    `SELECT ${rowHash}(${rowValues}) AS hash FROM ${eventsTable} WHERE ${rows}`,
  )
  const written = await sumsOfFiles(client, localSource([partial]))
  if (written.rows !== expected.rows || written.checksum !== expected.checksum)
    throw new Error(
      `${name} has ${written.rows} rows with the checksum ${written.checksum}, the table has ${expected.rows} with ${expected.checksum}`,
    )
  const { bytes, sha256 } = await place.complete({ name })
  const sum = (of: (hour: Hour) => number) => hours.reduce((total, hour) => total + of(hour), 0)
  return {
    name,
    ...span,
    rows: written.rows,
    events: sum(hour => hour.events),
    occurrences: sum(hour => hour.occurrences),
    bytes,
    checksum: written.checksum,
    sha256,
    min_id: Math.min(...hours.map(({ minId }) => minId)),
    max_id: Math.max(...hours.map(({ maxId }) => maxId)),
  }
}

/** Sums over all rows of files, as the manifest has them. `source`: FROM of the files. */
export async function sumsOfFiles(client: Pick<SqlClient, 'select'>, source: string): Promise<DaySums> {
  return await sumsOf(client, hashesOfFiles(source))
}

/** SELECT of the hash of each row of files. `source`: FROM of the files. */
export function hashesOfFiles(source: string): string {
  return `SELECT ${rowHash}(${rowValuesOfFile}) AS hash FROM ${source}`
}

/** SELECT of the hash of each row that the table has of a span. */
export function hashesOfRows(span: Span): string {
  return `SELECT ${rowHash}(${rowValues}) AS hash FROM ${eventsTable} WHERE ${within(span.from, span.to)}`
}

async function sumsOf(client: Pick<SqlClient, 'select'>, hashes: string): Promise<DaySums> {
  const [[rows, checksum] = []] = await client.select(
    `SELECT count(), toString(sum(hash)) FROM (${hashes})`,
    read,
  )
  return { rows: Number(rows), checksum: String(checksum) }
}

async function hoursOf(client: SqlClient, wanted: NewGeneration): Promise<Hour[]> {
  const rows = await client.select(
    `SELECT toHour(sec) AS hour, count(), countIf(repeat = 0), sum(count), min(id), max(id) FROM ${eventsTable}
     WHERE ${rowsOf(wanted, daySpan(wanted))} GROUP BY hour ORDER BY hour`,
    read,
  )
  return rows.map(row => {
    const [hour = 0, count = 0, events = 0, occurrences = 0, minId = 0, maxId = 0] = row.map(Number)
    return { hour, rows: count, events, occurrences, minId, maxId }
  })
}

/** Neighbouring hours that share a file. */
function partsOf(hours: readonly Hour[], maxRows: number): Hour[][] {
  const parts: Hour[][] = []
  let rows = 0
  for (const hour of hours) {
    const part = parts.at(-1)
    if (part !== undefined && rows + hour.rows <= maxRows) {
      part.push(hour)
      rows += hour.rows
    } else {
      parts.push([hour])
      rows = hour.rows
    }
  }
  return parts
}

function daySpan({ partition }: NewGeneration): Span {
  const from = startOfDay(partition)
  return { from, to: from + 24 * hourSeconds }
}

function rowsOf({ after, upTo }: NewGeneration, { from, to }: Span): string {
  return `${within(from, to)} AND batch > ${number(after)} AND batch <= ${number(upTo)}`
}
