import type { GenericQuery, NoResults, QueryRequest } from './interface.ts'
import { MillraceError } from './millrace-error.ts'
import { requestJson, type Service } from './request.ts'
import { wait } from './wait.ts'

export type QueryType = QueryRequest['type']
/** The params of a query type. */
export type ParamsOf<Type extends QueryType> = Extract<QueryRequest, { type: Type }>['params']
/** A query of a type, with its status and the results so far. */
export type QueryOf<Type extends QueryType> = Extract<GenericQuery, { type: Type }>
/** The results of a query that is finished. */
export type ResultsOf<Type extends QueryType> = Exclude<QueryOf<Type>['results'], NoResults>

export interface AskOptions<Type extends QueryType> {
  /** Ends the query when it aborts. */
  signal?: AbortSignal
  /**
   * Gets each state while the query runs: `progress` in percent, and partial results of the newest part of
   * its range.
   */
  onProgress?: (query: QueryOf<Type>) => void
}

const firstPollMs = 250
const maxPollMs = 2_000
/** Maximum duration of the request that removes a query. */
const removeTimeoutMs = 2_000

/**
 * The results of a query, when it is finished. Throws a MillraceError when it fails or is stopped before
 * that.
 */
export async function ask<Type extends QueryType>(
  service: Service,
  type: Type,
  params: ParamsOf<Type>,
  { signal, onProgress }: AskOptions<Type> = {},
): Promise<ResultsOf<Type>> {
  let query = await createQuery<Type>(service, { type, params }, signal)
  const id = query.query_id ?? ''
  try {
    for (let pollMs = firstPollMs; isRunning(query); pollMs = Math.min(2 * pollMs, maxPollMs)) {
      onProgress?.(query)
      await wait(pollMs, signal)
      query = await requestJson(service, { path: `/api/query/${id}`, signal })
    }
    // The answer about a failed query is a success (200), so the error gets a status here.
    if (query.error !== undefined) throw new MillraceError(503, query.error)
    if (query.status === 'STOPPED') throw new MillraceError(409, stoppedError(query.progress))
    // A finished query has results.
    return query.results as ResultsOf<Type>
  } finally {
    await removeQuery(service, id)
  }
}

function isRunning({ status }: { status: string }): boolean {
  return status === 'PENDING' || status === 'IN_PROGRESS'
}

function stoppedError(progress: number): { code: string; detail: string } {
  const percent = Math.floor(progress)
  return { code: 'conflict', detail: `The query was stopped at ${percent} %: its results are incomplete.` }
}

/** Creates a query, which lives until `removeQuery`, or until the service drops it as unused. */
export function createQuery<Type extends QueryType>(
  service: Service,
  body: { type: Type; params: object },
  signal?: AbortSignal,
): Promise<QueryOf<Type>> {
  return requestJson(service, { method: 'POST', path: '/api/query', body, signal })
}

/** Removes a query. Ignores errors, since the service drops unused queries later. */
export async function removeQuery(service: Service, id: string): Promise<void> {
  const parts = { path: `/api/query/${id}/remove`, timeoutMs: removeTimeoutMs }
  await requestJson(service, parts).catch(() => undefined)
}
