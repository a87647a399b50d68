import { eventsTable, fieldColumn } from '../sql/columns.ts'
import { list } from '../sql/literal.ts'
import { within } from '../sql/scope.ts'
import type { Read } from '../store.ts'
import type { Span } from '../time-span.ts'
import { both } from './count-rows.ts'
import { levelSeconds } from './cover.ts'
import { isTag, type RollupField } from './rollup-fields.ts'
import type { RollupSource } from './rollup-source.ts'

/** Rows that are looked at, at least, where there are as many. */
const minRows = 50_000

/** Different values of tags in a sample. */
interface Sample {
  values: number
  /** Rows that have all of these tags. */
  rows: number
  /** Of all rows of the span. */
  share: number
}

/** Counts the values of tags in the newest part of a span. */
export async function sampleOf(
  { client, estimateRows }: Pick<RollupSource, 'client' | 'estimateRows'>,
  fields: readonly RollupField[],
  where: string,
  { from, to }: Span,
  read: Read,
): Promise<Sample> {
  let length: number = levelSeconds.hour
  while (length < to - from && estimateRows(to - length, to) < minRows) length *= 2
  const start = Math.max(from, to - length)
  const tags = fields.filter(isTag).map(fieldColumn)
  const present = tags.map(tag => `${tag} != ''`).join(' AND ')
  const [row] = await client.select(
    `SELECT uniq(${list(tags)}), count() FROM ${eventsTable} WHERE ${both(within(start, to), where)} AND ${present}`,
    read,
  )
  const [values = 0, rows = 0] = (row ?? []).map(Number)
  return { values, rows, share: Math.min(1, (estimateRows(start, to) + 1) / (estimateRows(from, to) + 1)) }
}

/**
 * Whether all rows have more values than that: as many would be found in the sample if values were drawn at random, or fewer where some
 * are rarer than others. Of two rows in three with a value of their own, many values come again later.
 */
export function suggestsMoreThan(maxValues: number, { values, rows, share }: Sample): boolean {
  const drawn = maxValues * -Math.expm1(-rows / maxValues)
  return values > drawn && values / share > maxValues
}
