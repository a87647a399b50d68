import type { ExportedFile, ExportRequest, readExport } from '../api/export.ts'
import type { QueryRequest } from '../api/queries.ts'
import { isGone, type PageQueries } from '../live/page-queries.ts'

/**
 * Reads the file of a query. Keeps the query until the file is complete, even if the page shows another query
 * by then. If the page has removed the query, or the service has forgotten it, creates it again for the file.
 */
export async function fetchExport(
  queries: Pick<PageQueries, 'create' | 'keep' | 'remove'>,
  read: typeof readExport,
  request: ExportRequest & { query: QueryRequest },
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const readOf = (queryId: string) =>
    queries.keep(queryId, signal, signal => read({ ...request, queryId }, onBytes, signal))
  try {
    return await readOf(request.queryId)
  } catch (error) {
    if (!isGone(error)) throw error
  }
  const { query_id: queryId } = await queries.create(request.query, signal)
  try {
    return await readOf(queryId)
  } finally {
    queries.remove(queryId)
  }
}
