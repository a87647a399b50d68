import type { QueryType } from '../../schema/query/query.ts'
import { ApiError } from '../api/http/api-error.ts'
import { isRunning, isUnknownQuery, type QueryAnswer, type QueryRequest } from '../api/queries.ts'
import type { Clock } from '../state/clock.ts'
import { errorTexts } from '../texts/errors.ts'
import type { QueryApi } from './live-query.ts'

const pollMs = 250
const timeoutMs = 30_000
/** Bounds how often a forgotten query is created again. */
const maxTries = 3

type Requests = Pick<QueryApi, 'create' | 'read' | 'remove'>

/**
 * The complete answer to a query that is run once and removed. Throws if it fails, or takes longer than 30 s.
 */
export async function completeAnswer<T extends QueryType>(
  api: Requests,
  clock: Clock,
  ask: QueryRequest<T>,
): Promise<QueryAnswer<T>> {
  const end = clock.now() + timeoutMs
  for (let tries = 1; ; tries += 1) {
    try {
      return await answerUntil(end, api, clock, ask)
    } catch (error) {
      if (!isUnknownQuery(error) || tries === maxTries) throw error
    }
  }
}

async function answerUntil<T extends QueryType>(
  end: number,
  api: Requests,
  clock: Clock,
  ask: QueryRequest<T>,
): Promise<QueryAnswer<T>> {
  const { signal } = new AbortController()
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
