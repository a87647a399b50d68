import { tagName, tagPath } from '../../../schema/event/row.ts'
import type { Read, Scope, TagValuesQuery, TopAnswer } from '../../contract/event-store.ts'
import { list, literalChunks, number, text } from '../../sql/literal.ts'
import { rowsFrom, withinAny } from '../../sql/scope.ts'
import type { ReadContext } from '../context.ts'

/**
 * The most frequent values of several tags; see EventStore. Reads the tags of each row once for all names:
 * for a million rows with 12 of 300 tags this takes 16 s of processor time, where one statement per name
 * takes 27.
 */
export async function tagValues(
  context: ReadContext,
  scope: Scope,
  { names, limit, within }: TagValuesQuery,
  read: Read,
): Promise<TopAnswer[]> {
  const found = new Map<string, TopAnswer>()
  const rows = rowsFrom(scope, context, ['count', 'tags'], within && withinAny(within))
  for (const paths of literalChunks(names.map(name => text(tagPath(name))))) {
    const counted = `SELECT path, value, sum(count) AS c FROM ${rows}
      ARRAY JOIN JSONAllPaths(tags) AS path, JSONAllValues(tags) AS value
      WHERE path IN (${list(paths)}) AND value != '' GROUP BY path, value`
    // Negative counts: the arrays are sorted in ascending order.
    const answer = await context.client.select(
      `SELECT path, count(), sum(c), groupArraySorted(${number(limit)})((-toInt64(c), value)) FROM (${counted}) GROUP BY path`,
      read,
    )
    for (const [path, values, count, top] of answer) {
      const tops = Array.isArray(top) ? top : []
      found.set(tagName(String(path)), {
        rows: tops.flatMap(pair =>
          Array.isArray(pair) ? [{ value: String(pair[1]), count: -Number(pair[0]) }] : [],
        ),
        values: Number(values),
        count: Number(count),
      })
    }
  }
  return names.map(name => found.get(name) ?? { rows: [], values: 0, count: 0 })
}
