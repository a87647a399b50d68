import { chunksBy } from '../chunks.ts'
import { eventsTable } from '../sql/columns.ts'
import { list, number, text } from '../sql/literal.ts'
import { rowsOf } from '../sql/scope.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read, SeenBeforeQuery } from '../store.ts'
import { countedText } from './counted-values.ts'

/** Characters of the values of a statement. */
const maxLength = 300_000

/** Those of the values that are there in `seconds` before a second of their own. */
export async function seenBefore(
  client: SqlClient,
  window: number,
  { predicate, field, seconds, values }: SeenBeforeQuery,
  read: Read,
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  for (const some of chunksBy(values, ({ value }) => text(value).length + 20, maxLength)) {
    const befores = some.map(({ before }) => before)
    const to = Math.max(...befores)
    const from = Math.max(0, Math.min(...befores) - seconds)
    const names = list(some.map(({ value }) => text(value)))
    const before = `transform(v, [${names}], [${list(befores.map(number))}], 0)`
    const rows = await client.select(
      `SELECT DISTINCT v FROM (SELECT ${countedText(field)} AS v, toUnixTimestamp(sec) AS s FROM ${eventsTable}
       WHERE ${rowsOf({ from, to, predicate }, window)} AND v IN (${names}))
       WHERE s < ${before}${seconds === Number.POSITIVE_INFINITY ? '' : ` AND s + ${number(seconds)} >= ${before}`}`,
      read,
    )
    for (const [value] of rows) seen.add(String(value))
  }
  return seen
}
