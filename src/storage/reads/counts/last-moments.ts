import type { LastRow, Read, Scope } from '../../contract/event-store.ts'
import type { Field, Value } from '../../contract/field.ts'
import { fieldColumn } from '../../sql/columns.ts'
import { secondsIn } from '../../sql/literal.ts'
import { rowsFrom } from '../../sql/scope.ts'
import type { ReadContext } from '../context.ts'
import { cellValue } from './group-counts.ts'

/**
 * Finds the microsecond of each value's last occurrence, for values whose last second is known. In
 * `lastSeconds`, `last` is the beginning of that second, in microseconds. Reads only the rows of these
 * seconds. Leaves out values without such rows: the rows were dropped or deleted meanwhile.
 */
export async function lastMoments(
  context: ReadContext,
  scope: Scope,
  field: Field,
  lastSeconds: readonly LastRow[],
  read: Read,
): Promise<LastRow[]> {
  if (lastSeconds.length === 0) return []
  const seconds = new Set(lastSeconds.map(({ last }) => last / 1_000_000))
  const rows = await context.client.select(
    `SELECT v, toUnixTimestamp64Micro(max(ts))
     FROM ${rowsFrom(scope, context, [`${fieldColumn(field)} AS v`, 'ts'], `sec IN (${secondsIn(seconds)})`)} GROUP BY v`,
    read,
  )
  const moments = new Map<Value, number>(rows.map(([value, last]) => [cellValue(value), Number(last)]))
  return lastSeconds.flatMap(row => {
    const last = moments.get(row.value)
    return last === undefined ? [] : [{ ...row, last }]
  })
}
