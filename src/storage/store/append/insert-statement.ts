import { formatOf, hasColumn, rowColumns, type SpoolBatch } from '../../../schema/event/row.ts'
import { BatchRefusedError } from '../../../schema/intake/batch-refused.ts'
import { EngineError } from '../../clients/engine-error.ts'
import { onFlyMutations } from '../../clients/on-fly-mutations.ts'
import { list, number, wholeSecond } from '../../sql/literal.ts'

/** Prefix of the ids of statements that insert a batch; its number follows. */
export const batchIdPrefix = 'millrace-batch-'

/** Settings of the statement that inserts batches: all rows form one block. */
export const appendSettings = {
  ...onFlyMutations,
  async_insert: 0,
  max_insert_threads: 1,
  max_threads: 1,
  max_block_size: 1_000_000,
  min_insert_block_size_rows: 10_000_000,
  min_insert_block_size_bytes: 1_000_000_000,
  max_partitions_per_insert_block: 1_000,
  // Values of tags stay text, even if they look like dates.
  input_format_try_infer_dates: 0,
  input_format_try_infer_datetimes: 0,
  input_format_json_infer_incomplete_types_as_strings: 1,
}

/** The engine's errors for a file whose bytes are not rows, or that does not exist. */
const refusalCodes = new Set([
  26, // CANNOT_PARSE_QUOTED_STRING
  27, // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  32, // ATTEMPT_TO_READ_AFTER_EOF
  33, // CANNOT_READ_ALL_DATA
  72, // CANNOT_PARSE_NUMBER
  107, // FILE_DOESNT_EXIST
  117, // INCORRECT_DATA
  128, // TOO_LARGE_ARRAY_SIZE
  131, // TOO_LARGE_STRING_SIZE
])
/**
 * Matches errors about a damaged part of the table, which the statement also reads: the file is not at fault.
 */
const damagedPart = /while reading (from )?part /i

const names = rowColumns.map(([name]) => name)
/** The columns that an insert names. `first` is computed from `began`: see tables/save-space.ts. */
export const insertedColumns = list([...names.map(name => (name === 'first' ? 'began' : name)), 'batch'])

/** SQL of the values for `insertedColumns`, except the batch, from the columns of a spool file. */
export function insertedValues(file: string): string[] {
  return names.map(name => valueIn(name, file))
}

/** SQL of the value of a column. The file may have an older format, without some columns. */
function valueIn(name: (typeof names)[number], file: string): string {
  // The value of `began`, which is only read in rows of repeats.
  if (name === 'first') return "if(repeat = 0, toDateTime64(0, 6, 'UTC'), first)"
  if (name === 'tags') return "CAST(tags, 'JSON(max_dynamic_paths = 64)')"
  if (hasColumn(formatOf(file), name)) return name
  return name === 'triggers' ? "CAST([], 'Array(UInt32)')" : "''"
}

/** The beginning of a statement that inserts batches, before its SELECT. */
export function insertInto(table: string): string {
  return `INSERT INTO ${table} (${insertedColumns})`
}

/**
 * SELECT of a batch's rows from a source with the columns of its file; with `missingIn`, only days without
 * rows of the batch in that table. Each day becomes one part, which is inserted wholly or not at all.
 * insert_deduplication_token does not suffice for tables without replicas: the engine logs a part before it
 * is in place, so a kill between the two loses the part.
 */
export function rowsOf(batch: SpoolBatch, source: string, missingIn?: string): string {
  const where =
    missingIn === undefined
      ? ''
      : ` WHERE toYYYYMMDD(toDateTime(ts, 'UTC')) NOT IN (SELECT toYYYYMMDD(sec) FROM ${missingIn} WHERE ${storedRows(batch)})`
  return `SELECT ${list(insertedValues(batch.file))}, ${number(batch.sequence)} FROM ${source}${where}`
}

/**
 * Converts the error of an insert to a BatchRefusedError if a file does not hold rows; returns others as is.
 */
export function appendError(error: unknown): unknown {
  if (error instanceof EngineError && refusalCodes.has(error.code) && !damagedPart.test(error.message))
    return new BatchRefusedError(error.message, { cause: error })
  return error
}

/** SQL condition of the stored rows of a batch, whose `minutes` are in order. */
export function storedRows({ sequence, minutes }: SpoolBatch): string {
  const from = wholeSecond((minutes[0] ?? 0) * 60)
  const to = wholeSecond(((minutes.at(-1) ?? 0) + 1) * 60)
  return `batch = ${number(sequence)} AND sec >= ${from} AND sec < ${to}`
}
