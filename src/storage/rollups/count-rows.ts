import { EngineError } from '../engine/engine-error.ts'
import { engineCodes } from '../engine/protocol.ts'
import { eventsTable, fieldColumn } from '../sql/columns.ts'
import { list, number } from '../sql/literal.ts'
import { within } from '../sql/scope.ts'
import { AnswerTooLargeError, type Cell, type SqlClient } from '../sql-client.ts'
import type { Read, Value } from '../store.ts'
import { type Span, startsIn } from '../time-span.ts'
import { isTag, type RollupField } from './rollup-fields.ts'

/** The counts of some values in a bucket, named by its first second. */
export interface CountedRow {
  bucket: number
  values: Value[]
  count: number
  firsts: number
  last: number
}

export interface RowSelection {
  /** Spans whose rows are all counted. */
  settled: readonly Span[]
  /** Spans to which rows are being appended: those are counted that `batches` (SQL) holds for. */
  contended?: { spans: readonly Span[]; batches: string }
  /** A condition of all rows, SQL; '' when there is none. */
  where: string
  /** Whether there are enough rows for a SELECT a bucket, each of which takes the engine some 5 ms to plan. */
  shouldSplit: boolean
}

/** Rows, and the second that the bucket of each begins with (a number when there is one bucket), in SQL. */
interface Source {
  where: string
  bucket: string
}

/** Buckets that are counted one by one. Long values would have to be hashed with the time, so that it pays for more of them. */
const maxSplitBuckets = (field: RollupField): number => (field === 'template' ? 200 : 32)

/** Counts by bucket and values; undefined when there are more than `limit`, at which the engine stops, or more bytes than an answer may have. */
export async function countRows(
  client: SqlClient,
  fields: readonly RollupField[],
  length: number,
  { settled, contended, where, shouldSplit }: RowSelection,
  limit: number,
  read: Read,
): Promise<CountedRow[] | undefined> {
  const sources: Source[] = []
  const [only] = fields
  const apart = settled.flatMap(span => startsIn([span], length).map(start => ({ start, span })))
  // Grouping by one column of few values is many times faster than by that and time.
  if (
    shouldSplit &&
    only !== undefined &&
    fields.length === 1 &&
    !isTag(only) &&
    apart.length <= maxSplitBuckets(only)
  ) {
    for (const { start, span } of apart) {
      const where = within(Math.max(start, span.from), Math.min(start + length, span.to))
      sources.push({ where, bucket: number(start) })
    }
  } else if (settled.length > 0) sources.push({ where: inSpans(settled), bucket: bucketOf(length) })
  if (contended !== undefined && contended.spans.length > 0)
    sources.push({
      where: `(${inSpans(contended.spans)}) AND ${contended.batches}`,
      bucket: bucketOf(length),
    })
  const limited = sources.map(source => ({ ...source, where: both(source.where, where) }))
  return await grouped(client, fields, limited, limit, read)
}

/** Counts the rows of these batches, which lie within the span, by minutes, and by seconds in the minutes that `bySecond` lists. */
export async function countBatches(
  client: SqlClient,
  fields: readonly RollupField[],
  bySecond: readonly number[],
  batches: readonly number[],
  span: Span,
  where: string,
  limit: number,
  read: Read,
): Promise<CountedRow[] | undefined> {
  const source = `${within(span.from, span.to)} AND batch IN (${list(batches.map(number))})`
  const minute = bucketOf(60)
  const bucket =
    bySecond.length === 0
      ? minute
      : `if(${minute} IN (${list(bySecond.map(number))}), ${bucketOf(1)}, ${minute})`
  return await grouped(client, fields, [{ where: both(source, where), bucket }], limit, read)
}

/** The first second of a row's bucket. */
function bucketOf(length: number): string {
  return length === 1
    ? 'toUnixTimestamp(sec)'
    : `intDiv(toUnixTimestamp(sec), ${number(length)}) * ${number(length)}`
}

async function grouped(
  client: SqlClient,
  fields: readonly RollupField[],
  sources: readonly Source[],
  limit: number,
  read: Read,
): Promise<CountedRow[] | undefined> {
  const names = fields.map((_, i) => `v${i}`)
  const columns = fields.map((field, i) => `${fieldColumn(field)} AS v${i}`)
  const keys = list(['bucket', ...names])
  const parts = sources.map(
    ({ where, bucket }) =>
      `SELECT ${list([`${bucket} AS bucket`, ...columns, 'sum(count) AS c', 'countIf(repeat = 0) AS f', 'toUnixTimestamp(max(sec)) AS l'])}
       FROM ${eventsTable} WHERE ${where} GROUP BY ${keys}`,
  )
  const rows = await select(client, keys, parts, limit, read)
  if (rows === undefined || rows.length > limit) return undefined
  const count = fields.length + 1
  return rows.map(row => ({
    bucket: Number(row[0]),
    values: row.slice(1, count).map(cell => (typeof cell === 'number' ? cell : String(cell ?? ''))),
    count: Number(row[count]),
    firsts: Number(row[count + 1]),
    last: Number(row[count + 2]),
  }))
}

/** Each bucket lies in one of the parts, so that their rows need not be added up. */
async function select(
  client: SqlClient,
  keys: string,
  parts: readonly string[],
  limit: number,
  read: Read,
): Promise<Cell[][] | undefined> {
  const bounded = parts.map(
    part => `${part} SETTINGS max_rows_to_group_by = ${number(limit)}, group_by_overflow_mode = 'throw'`,
  )
  const all = bounded.map(part => `SELECT * FROM (${part})`).join(' UNION ALL ')
  try {
    return await client.select(`SELECT ${keys}, c, f, l FROM (${all}) LIMIT ${number(limit + 1)}`, read)
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return undefined
    if (error instanceof EngineError && error.code === engineCodes.tooManyGroups) return undefined
    throw error
  }
}

function both(source: string, where: string): string {
  return where === '' ? source : `(${source}) AND (${where})`
}

function inSpans(spans: readonly Span[]): string {
  return spans.map(({ from, to }) => `(${within(from, to)})`).join(' OR ')
}
