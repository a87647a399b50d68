import type { ExportedFile, ExportRequest, readExport } from '../api/export.ts'
import type { QueryRequest } from '../api/queries.ts'
import { isGone, type PageQueries } from '../live/page-queries.ts'

/**
 * Reads the file of a query. The query stays until the file is complete, even if the page shows another one
 * by then. If the page has removed the query, or the service has forgotten it, it is created again for the
 * file.
 */
export async function fetchExport(
  queries: Pick<PageQueries, 'create' | 'keep' | 'remove'>,
  read: typeof readExport,
  order: ExportRequest & { query: QueryRequest },
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const readOf = (queryId: string) =>
    queries.keep(queryId, signal, signal => read({ ...order, queryId }, onBytes, signal))
  try {
    return await readOf(order.queryId)
  } catch (error) {
    if (!isGone(error)) throw error
  }
  const { query_id: queryId } = await queries.create(order.query, signal)
  try {
    return await readOf(queryId)
  } finally {
    queries.remove(queryId)
  }
}
