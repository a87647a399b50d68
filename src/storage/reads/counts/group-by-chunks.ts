import type { GroupQuery, GroupRow, Read, Scope } from '../../contract/event-store.ts'
import type { PageContext, ReadContext } from '../context.ts'
import { groupCounts } from './group-counts.ts'

const defaultChunkRows = 400_000
/** Approximate maximum statements of one answer. */
const maxChunks = 128

/**
 * `groupCounts` for the first n values per period of a tag, which may have very many values: reads a few
 * periods at a time, whose values fit into memory.
 */
export async function groupByChunks(
  context: ReadContext & Pick<PageContext, 'estimateRows'>,
  scope: Scope,
  query: GroupQuery,
  read: Read,
  chunkRows = defaultChunkRows,
): Promise<GroupRow[]> {
  const { estimateRows } = context
  const { fields, bounds, limit, only, limitEach } = query
  const rows = estimateRows(scope.from, scope.to)
  const isOfTag = fields.length === 1 && typeof fields[0] === 'object'
  if (!isOfTag || bounds === undefined || limitEach === undefined || only !== undefined || rows <= chunkRows)
    return await groupCounts(context, scope, query, read)
  const maxRows = Math.max(chunkRows, rows / maxChunks)
  const found: GroupRow[] = []
  for (let first = 0; first < bounds.length - 1 && found.length < limit; ) {
    const from = bounds[first] ?? scope.from
    let end = first + 1
    while (end < bounds.length - 1 && estimateRows(from, bounds[end + 1] ?? scope.to) <= maxRows) end++
    const part = { ...query, bounds: bounds.slice(first, end + 1), limit: limit - found.length }
    const chunk = {
      ...scope,
      from: Math.max(scope.from, from),
      to: Math.min(scope.to, bounds[end] ?? scope.to),
    }
    for (const row of await groupCounts(context, chunk, part, read))
      found.push({ ...row, period: row.period + first })
    first = end
  }
  return found
}
