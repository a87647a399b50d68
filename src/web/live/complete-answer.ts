import type { QueryType } from '../../schema/query/query.ts'
import { ApiError } from '../api/http/api-error.ts'
import { isRunning, isUnknownQuery, type QueryAnswer, type QueryRequest } from '../api/queries.ts'
import type { Clock } from '../state/clock.ts'
import { errorTexts } from '../texts/errors.ts'
import type { QueryApi } from './live-query.ts'

const pollMs = 250
const timeoutMs = 30_000
/** A query that the service forgets is created again, up to this many attempts in all. */
const maxAttempts = 3

type Requests = Pick<QueryApi, 'create' | 'read' | 'remove'>

/**
 * Runs a query once, removes it, and returns the complete answer. Throws if the query fails or still runs
 * after 30 s.
 */
export async function completeAnswer<T extends QueryType>(
  api: Requests,
  clock: Clock,
  request: QueryRequest<T>,
): Promise<QueryAnswer<T>> {
  const deadline = clock.now() + timeoutMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await answerUntil(deadline, api, clock, request)
    } catch (error) {
      if (!isUnknownQuery(error) || attempt === maxAttempts) throw error
    }
  }
}

async function answerUntil<T extends QueryType>(
  deadline: number,
  api: Requests,
  clock: Clock,
  request: QueryRequest<T>,
): Promise<QueryAnswer<T>> {
  // Never aborted: nothing cancels the query before its timeout.
  const { signal } = new AbortController()
  let answer = await api.create(request, signal)
  const id = answer.query_id
  try {
    while (isRunning(answer)) {
      if (clock.now() >= deadline) throw new ApiError(0, 'timeout', errorTexts.timeout(timeoutMs / 1_000))
      await new Promise<void>(resolve => clock.after(pollMs, resolve))
      answer = await api.read<T>(id, signal)
    }
  } finally {
    api.remove(id)
  }
  if (answer.error !== undefined) throw answer.error
  return answer
}
