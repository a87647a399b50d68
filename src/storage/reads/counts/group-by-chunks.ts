import type { GroupQuery, GroupRow, Read, Scope } from '../../contract/event-store.ts'
import type { PageContext, ReadContext } from '../context.ts'
import { groupCounts } from './group-counts.ts'

/** Estimated rows of a chunk of periods. */
const defaultChunkRows = 400_000
/** Approximate maximum statements of one answer. */
const maxChunks = 128

/**
 * As `groupCounts`. For the most frequent values per period of a tag, which may have very many values, reads
 * a few periods at a time, whose values fit into memory.
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
  const periods = bounds.length - 1
  for (let firstPeriod = 0; firstPeriod < periods && found.length < limit; ) {
    const from = bounds[firstPeriod] ?? scope.from
    let endPeriod = firstPeriod + 1
    while (endPeriod < periods && estimateRows(from, bounds[endPeriod + 1] ?? scope.to) <= maxRows)
      endPeriod++
    const chunkQuery = {
      ...query,
      bounds: bounds.slice(firstPeriod, endPeriod + 1),
      limit: limit - found.length,
    }
    const chunk = {
      ...scope,
      from: Math.max(scope.from, from),
      to: Math.min(scope.to, bounds[endPeriod] ?? scope.to),
    }
    for (const row of await groupCounts(context, chunk, chunkQuery, read))
      found.push({ ...row, period: row.period + firstPeriod })
    firstPeriod = endPeriod
  }
  return found
}
