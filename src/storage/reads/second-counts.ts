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
  const keys = [
    ...(step === 0 ? [] : [`toUInt32(intDiv(toUnixTimestamp(sec), ${number(step)}) * ${number(step)}) AS s`]),
    ...(by === null ? [] : [`${countedText(by)} AS k`]),
    ...(value === null ? [] : [`${countedText(value)} AS v`]),
  ]
  const names = keys.map(key => key.slice(-1))
  const rows = `${rowsOf(scope, window)}${occurrences ? '' : ' AND repeat = 0'}`
  const groups = names.length === 0 ? '' : ` GROUP BY ${list(names)}`
  const order = step === 0 ? '' : by === null ? ' ORDER BY s' : ' ORDER BY s, k'
  const bytes = await client.bytes(
    `SELECT ${list([...keys, `toUInt64(${occurrences ? 'sum(count)' : 'count()'}) AS n`])} FROM ${eventsTable} WHERE ${rows}${groups}${order} FORMAT RowBinary`,
    read,
    undefined,
    'parallel',
  )
  const wire = new RowBinaryReader(bytes)
  const counts: SecondCount[] = []
  while (!wire.ended) {
    const second = step === 0 ? scope.from : wire.uint32()
    const key = by === null ? '' : wire.text()
    const found = value === null ? '' : wire.text()
    const count = wire.uint64()
    if (count > 0) counts.push([key, found, second, count])
  }
  return counts
}
