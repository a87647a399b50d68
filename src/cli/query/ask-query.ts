import { setTimeout } from 'node:timers/promises'
import type { QueryRepresentation, QueryType } from '../../schema/query/query.ts'
import type { JsonObject } from '../../schema/text/json-object.ts'
import { ExitError } from '../command/exit-codes.ts'
import { throwAsExit } from '../remote/refusal.ts'
import { type RemoteOptions, requestJson } from '../remote/remote.ts'

const pollMs = 300
/** Maximum wait for the clean-up at the end of a command. */
const removeTimeoutMs = 2_000

/** The progress of a query, for a person who waits. */
export type Progress = Pick<QueryRepresentation, 'progress' | 'queue_position'>

/**
 * Runs a query and waits until it is complete. Throws an ExitError if the query fails or is not complete
 * within `timeoutMs`. The query is stopped then, and when `signal` aborts.
 */
export async function askQuery(
  remote: RemoteOptions,
  request: { type: QueryType; params: JsonObject },
  {
    timeoutMs,
    signal,
    onProgress,
  }: { timeoutMs: number; signal: AbortSignal; onProgress(progress: Progress): void },
): Promise<QueryRepresentation> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const end = AbortSignal.any([deadline, signal])
  const send = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    requestJson<QueryRepresentation>(remote, method, path, body, timeoutMs, end)
  let query: QueryRepresentation | undefined
  try {
    query = await send('POST', '/api/query', request)
    while (query.status === 'IN_PROGRESS' || query.status === 'PENDING') {
      onProgress(query)
      await setTimeout(pollMs, undefined, { signal: end })
      query = await send('GET', `/api/query/${query.query_id}`)
    }
  } catch (error) {
    if (query !== undefined) await removeQuery(remote, query)
    if (signal.aborted) throw interruptedError()
    if (deadline.aborted) throw new ExitError('timeout', `No complete answer within ${timeoutMs / 1_000} s.`)
    throwAsExit(error)
  }
  if (query.status === 'SUCCESS') return query
  await removeQuery(remote, query)
  throw new ExitError('failed', query.error?.detail ?? `The query ended as ${query.status}.`)
}

/** The error that ends a command after Ctrl-C. */
export function interruptedError(): ExitError {
  return new ExitError('interrupted', 'Interrupted.')
}

/** Removes a query that is no longer needed. If this fails, the service removes it later. */
export async function removeQuery(remote: RemoteOptions, { query_id }: QueryRepresentation): Promise<void> {
  await requestJson(remote, 'GET', `/api/query/${query_id}/remove`, undefined, removeTimeoutMs).catch(
    () => {},
  )
}
