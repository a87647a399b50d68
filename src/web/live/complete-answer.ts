import type { QueryType } from '../../schema/query/query.ts'
import { ApiError } from '../api/api-error.ts'
import { isRunning, type QueryAnswer, type QueryRequest } from '../api/queries.ts'
import { errorTexts } from '../texts/errors.ts'
import type { Clock } from './clock.ts'
import type { QueryApi } from './live-query.ts'

const pollMs = 250
const timeoutMs = 30_000

/** The complete answer to a query that is asked once and removed. Throws when it failed, or takes longer than 30 s. */
export async function completeAnswer<T extends QueryType>(
  api: QueryApi,
  clock: Clock,
  ask: QueryRequest<T>,
): Promise<QueryAnswer<T>> {
  const { signal } = new AbortController()
  const end = clock.now() + timeoutMs
  let answer = await api.create(ask, signal)
  const id = answer.query_id
  try {
    while (isRunning(answer)) {
      if (clock.now() >= end) throw new ApiError(0, 'timeout', errorTexts.timeout(timeoutMs / 1_000))
      await new Promise<void>(resolve => clock.after(pollMs, resolve))
      answer = await api.read<T>(id, signal)
    }
  } finally {
    api.remove(id)
  }
  if (answer.error !== undefined) throw answer.error
  return answer
}
