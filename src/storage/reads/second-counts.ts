import { eventsTable } from '../sql/columns.ts'
import { list, number } from '../sql/literal.ts'
import { rowsOf } from '../sql/scope.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read, Scope, SecondCount, SecondCountsQuery } from '../store.ts'
import { countedText } from './counted-values.ts'
import { RowBinaryReader } from './row-binary-reader.ts'

/** Each row lies within one second. */
export async function secondCounts(
  client: SqlClient,
  window: number,
  scope: Scope,
  { by, value, step, occurrences }: SecondCountsQuery,
  read: Read,
): Promise<SecondCount[]> {
  const second = `toUInt32(intDiv(toUnixTimestamp(sec), ${number(step)}) * ${number(step)}) AS s`
  const columns = [
    ...(step === 0 ? [] : [second]),
    ...(by === null ? [] : [`${countedText(by)} AS k`]),
    ...(value === null ? [] : [`${countedText(value)} AS v`]),
  ]
  const names = columns.map(column => column.slice(-1))
  const rows = `${rowsOf(scope, window)}${occurrences ? '' : ' AND repeat = 0'}`
  const groups = names.length === 0 ? '' : ` GROUP BY ${list(names)}`
  const counted = `SELECT ${list([...columns, `toUInt64(${occurrences ? 'sum(count)' : 'count()'}) AS n`])} FROM ${eventsTable} WHERE ${rows}${groups}`
  const bytesOf = (sql: string) => client.bytes(`${sql} FORMAT RowBinary`, read, undefined, 'parallel')
  if (by !== null && value === null && step > 0) {
    // Each value once: millions of texts would take longer than all else.
    return readByKey(
      await bytesOf(`SELECT k, arraySort(groupArray((s, n))) FROM (${counted}) GROUP BY k ORDER BY k`),
    )
  }
  const order = step === 0 ? '' : by === null ? ' ORDER BY s' : ' ORDER BY k, s'
  const wire = new RowBinaryReader(await bytesOf(counted + order))
  const counts: SecondCount[] = []
  while (!wire.ended) {
    const at = step === 0 ? scope.from : wire.uint32()
    const key = by === null ? '' : wire.text()
    const found = value === null ? '' : wire.text()
    const count = wire.uint64()
    if (count > 0) counts.push([key, found, at, count])
  }
  return counts
}

/** Keys, each with its seconds and counts. */
function readByKey(bytes: Uint8Array): SecondCount[] {
  const wire = new RowBinaryReader(bytes)
  const counts: SecondCount[] = []
  while (!wire.ended) {
    const key = wire.text()
    for (let left = wire.varUint(); left > 0; left--) counts.push([key, '', wire.uint32(), wire.uint64()])
  }
  return counts
}
