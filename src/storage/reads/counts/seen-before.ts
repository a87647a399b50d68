import type { Read, SeenBeforeQuery } from '../../contract/event-store.ts'
import { chunksBy, list, number, text } from '../../sql/literal.ts'
import { rowsFrom } from '../../sql/scope.ts'
import type { ReadContext } from '../context.ts'
import { countedText } from './counted-values.ts'

/** Maximum characters of the values of a statement, each with its second. */
const maxLength = 300_000
/** Characters of a second and of the separators. */
const secondLength = 20

/** The values that occurred in the `seconds` before the second given for each. */
export async function seenBefore(
  context: ReadContext,
  { predicate, field, seconds, values }: SeenBeforeQuery,
  read: Read,
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  for (const chunk of chunksBy(values, ({ value }) => text(value).length + secondLength, maxLength)) {
    const befores = chunk.map(({ before }) => before)
    const to = Math.max(...befores)
    const from = Math.max(0, Math.min(...befores) - seconds)
    const scope = { from, to, predicate }
    const listed = list(chunk.map(({ value }) => text(value)))
    const beforeSql = `transform(v, [${listed}], [${list(befores.map(number))}], 0)`
    const rows = await context.client.select(
      `SELECT DISTINCT v FROM ${rowsFrom(scope, context, [`${countedText(field)} AS v`, 'toUnixTimestamp(sec) AS s'], `v IN (${listed})`)}
       WHERE s < ${beforeSql}${seconds === Number.POSITIVE_INFINITY ? '' : ` AND s + ${number(seconds)} >= ${beforeSql}`}`,
      read,
    )
    for (const [value] of rows) seen.add(String(value))
  }
  return seen
}
