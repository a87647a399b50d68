import { setTimeout } from 'node:timers/promises'
import { isObject, type JsonObject } from '../../schema/json-object.ts'
import type { QueryRepresentation, QueryType } from '../../schema/query/query.ts'
import { ExitError } from '../exit-codes.ts'
import { AnswerError, type RemoteOptions, requestJson } from '../remote.ts'

const pollMs = 300
/** A command that ends does not wait longer to clean up. */
const removeTimeoutMs = 2_000

/** How far a query is, for the reader who waits. */
export type Progress = Pick<QueryRepresentation, 'progress' | 'queue_position'>

/**
 * Asks a query and waits until it is complete. Throws an ExitError when it fails, or is not complete within `timeoutMs`; it is
 * stopped then, as it is when `signal` aborts.
 */
export async function askQuery(
  remote: RemoteOptions,
  request: { type: QueryType; params: JsonObject },
  { timeoutMs, signal, tell }: { timeoutMs: number; signal: AbortSignal; tell(progress: Progress): void },
): Promise<QueryRepresentation> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([deadline, signal])
  const send = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    requestJson<QueryRepresentation>(remote, method, path, body, timeoutMs, either)
  let query: QueryRepresentation | undefined
  try {
    query = await send('POST', '/api/query', request)
    while (query.status === 'IN_PROGRESS' || query.status === 'PENDING') {
      tell(query)
      await setTimeout(pollMs, undefined, { signal: either })
      query = await send('GET', `/api/query/${query.query_id}`)
    }
  } catch (error) {
    if (query !== undefined) await removeQuery(remote, query)
    if (signal.aborted) throw interruptedError()
    if (deadline.aborted) throw new ExitError('timeout', `No complete answer within ${timeoutMs / 1_000} s.`)
    throwInWords(error)
  }
  if (query.status === 'SUCCESS') return query
  await removeQuery(remote, query)
  throw new ExitError('failed', query.error?.detail ?? `The query ended as ${query.status}.`)
}

/** What ends a command by Ctrl-C. */
export function interruptedError(): ExitError {
  return new ExitError('interrupted', 'Interrupted.')
}

/** Removes a query that nobody needs any more. The service removes it later where this fails. */
export async function removeQuery(remote: RemoteOptions, { query_id }: QueryRepresentation): Promise<void> {
  await requestJson(remote, 'GET', `/api/query/${query_id}/remove`, undefined, removeTimeoutMs).catch(
    () => {},
  )
}

/** Throws a refusal in the words of the service, a line for each member that is named (`params.limit: must be <= 10000`); other errors as they are. */
export function throwInWords(error: unknown): never {
  if (!(error instanceof AnswerError)) throw error
  const lines = refusalLines(error.body)
  if (lines.length === 0) throw error
  throw new ExitError(error.status === 400 ? 'usage' : 'failed', lines.join('\n'))
}

function refusalLines(body: string): string[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {}
  if (!isObject(parsed)) return []
  const { code: _, detail, ...members } = parsed
  const fields = Object.entries(members).flatMap(([name, messages]) =>
    Array.isArray(messages) ? messages.map(message => `${name}: ${message}`) : [],
  )
  return [...(typeof detail === 'string' ? [detail] : []), ...fields]
}
