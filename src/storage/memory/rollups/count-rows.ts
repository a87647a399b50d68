import type { Cell, SqlClient } from '../../clients/sql-client.ts'
import type { Read } from '../../contract/event-store.ts'
import type { Value } from '../../contract/field.ts'
import type { Span } from '../../contract/time-span.ts'
import { cellValue, maxGroupsSql, selectGroups } from '../../reads/counts/group-counts.ts'
import { byIndex } from '../../sql/by-index.ts'
import { fieldColumn } from '../../sql/columns.ts'
import { list, number } from '../../sql/literal.ts'
import type { RollupField } from '../../sql/rollup-fields.ts'
import { within } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'

/** The counts of a combination of values in a slot, such as an hour or a minute (cover.ts). */
export interface CountedRow {
  /** First second of the slot. */
  slotStart: number
  values: Value[]
  /** Occurrences. */
  count: number
  /** First rows, one for each event that began. */
  firsts: number
  /** Second of the newest row, Unix seconds. */
  last: number
}

/** Which rows to count, and how. */
export interface RowCount {
  /** Fields by whose values rows are counted. */
  fields: readonly RollupField[]
  /** SQL condition on the rows; '' for all rows. */
  where: string
  /** With more counts, the engine stops and there is no answer. */
  maxCounts: number
}

/**
 * Counts rows by values and by slots of `slotSeconds`. Undefined if there are too many counts, or too
 * many bytes for an answer.
 */
export async function countRows(
  client: SqlClient,
  count: RowCount,
  slotSeconds: number,
  read: Read,
): Promise<CountedRow[] | undefined> {
  return await grouped(client, count, slotStartSql(slotSeconds), read)
}

/**
 * Counts the rows of these batches, which lie in the span, by minutes. The minutes in `bySecond` (their first
 * seconds) are counted by seconds instead. Undefined as for `countRows`.
 */
export async function countBatches(
  client: SqlClient,
  count: RowCount,
  { batches, span, bySecond }: { batches: readonly number[]; span: Span; bySecond: readonly number[] },
  read: Read,
): Promise<CountedRow[] | undefined> {
  const rows = `${within(span.from, span.to)} AND ${byIndex(`batch IN (${list(batches.map(number))})`)}`
  const minute = slotStartSql(60)
  const slot =
    bySecond.length === 0
      ? minute
      : `if(${minute} IN (${list(bySecond.map(number))}), ${slotStartSql(1)}, ${minute})`
  return await grouped(client, { ...count, where: andSql(rows, count.where) }, slot, read)
}

/** SQL of the first second of a row's slot of this length, Unix seconds. */
function slotStartSql(seconds: number): string {
  return seconds === 1
    ? 'toUnixTimestamp(sec)'
    : `intDiv(toUnixTimestamp(sec), ${number(seconds)}) * ${number(seconds)}`
}

/**
 * Counts rows by `slotStart` (SQL) and values. The engine sends each combination of values once, with arrays
 * of its counts, since templates are long.
 */
async function grouped(
  client: SqlClient,
  { fields, where, maxCounts }: RowCount,
  slotStart: string,
  read: Read,
): Promise<CountedRow[] | undefined> {
  const names = fields.map((_, i) => `v${i}`)
  const columns = [`${slotStart} AS slot`, ...fields.map((field, i) => `${fieldColumn(field)} AS v${i}`)]
  const counts = ['sum(count) AS c', 'countIf(repeat = 0) AS f', 'toUnixTimestamp(max(sec)) AS l']
  const inner = `SELECT ${list([...columns, ...counts])} FROM ${eventsTable} WHERE ${where === '' ? '1' : where}
    GROUP BY ${list(['slot', ...names])}${maxGroupsSql(maxCounts)}`
  const arrays = ['slot', 'c', 'f', 'l'].map(name => `groupArray(${name})`)
  const by = names.length === 0 ? '' : ` GROUP BY ${list(names)}`
  const found = await selectGroups(client, `SELECT ${list([...names, ...arrays])} FROM (${inner})${by}`, read)
  return found?.flatMap(row => {
    const values = row.slice(0, fields.length).map(cellValue)
    const [slotStarts = [], sums, firsts, lasts] = row.slice(fields.length).map(numbersOf)
    return slotStarts.map((slotStart, i) => ({
      slotStart,
      values,
      count: sums?.[i] ?? 0,
      firsts: firsts?.[i] ?? 0,
      last: lasts?.[i] ?? 0,
    }))
  })
}

function numbersOf(cell: Cell): number[] {
  return Array.isArray(cell) ? cell.map(Number) : []
}

/** Two conditions joined by AND; '' as `further`: no second condition. */
export function andSql(condition: string, further: string): string {
  return further === '' ? condition : `(${condition}) AND (${further})`
}
