import type { Connection } from './connection.ts'
import type { GenericQuery, NoResults, QueryRequest } from './interface.ts'
import { dataOf, MillraceError } from './millrace-error.ts'
import { wait } from './wait.ts'

export type QueryType = QueryRequest['type']
/** The params of a query type. */
export type ParamsOf<Type extends QueryType> = Extract<QueryRequest, { type: Type }>['params']
/** A query of a type, as far as it is. */
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

/**
 * The results of a query, when it is finished. Throws a MillraceError when it fails or is stopped before
 * that.
 */
export async function ask<Type extends QueryType>(
  connection: Connection,
  type: Type,
  params: ParamsOf<Type>,
  { signal, onProgress }: AskOptions<Type> = {},
): Promise<ResultsOf<Type>> {
  let query = await createQuery(connection, type, params, signal)
  const id = query.query_id ?? ''
  try {
    for (let pollMs = firstPollMs; isRunning(query); pollMs = Math.min(2 * pollMs, maxPollMs)) {
      onProgress?.(query)
      await wait(pollMs, signal)
      query = await readQuery(connection, id, signal)
    }
    if (query.error !== undefined) throw new MillraceError(503, query.error)
    if (query.status === 'STOPPED') throw new MillraceError(409, stoppedError(query.progress))
    // A finished query has results.
    return query.results as ResultsOf<Type>
  } finally {
    await removeQuery(connection, id)
  }
}

function isRunning({ status }: { status: string }): boolean {
  return status === 'PENDING' || status === 'IN_PROGRESS'
}

function stoppedError(progress: number): { code: string; detail: string } {
  const percent = Math.floor(progress)
  return { code: 'conflict', detail: `The query was stopped at ${percent} %: its results are incomplete.` }
}

export async function createQuery<Type extends QueryType>(
  { api }: Connection,
  type: Type,
  params: ParamsOf<Type>,
  signal?: AbortSignal,
): Promise<QueryOf<Type>> {
  // The members belong to one choice of the union.
  const body = { type, params } as QueryRequest
  // The service answers a query of the type that was asked.
  return dataOf(await api.POST('/api/query', { body, signal: signal ?? null })) as QueryOf<Type>
}

async function readQuery<Type extends QueryType>({ api }: Connection, qid: string, signal?: AbortSignal) {
  const answer = await api.GET('/api/query/{qid}', { params: { path: { qid } }, signal: signal ?? null })
  // Its type was given when it was created.
  return dataOf(answer) as QueryOf<Type>
}

/** Forgets a query. One that cannot be removed is dropped by the service, later. */
export async function removeQuery({ api }: Connection, qid: string): Promise<void> {
  await api.GET('/api/query/{qid}/remove', { params: { path: { qid } } }).catch(() => undefined)
}
