import type { QueryType } from '../../schema/query/query.ts'
import { isRunning, type QueryAnswer } from '../api/queries.ts'
import type { QueryState } from './live-query.ts'

/**
 * What a view shows of a query: its state, with the answer to the query before it until its own first answer.
 */
export interface DisplayedState<T extends QueryType> extends QueryState<T> {
  /** True until the query's first answer: `answer` is of an earlier query, or undefined. */
  stale: boolean
  /** The request that `answer` belongs to, as JSON text. */
  question: string | undefined
}

/**
 * Combines what is displayed with the state of the current query, whose request is `question`. The earlier
 * answer stays until the query's first answer. If the query fails before that, the earlier answer stays only
 * if its request was the same.
 */
export function displayedState<T extends QueryType>(
  previous: Pick<DisplayedState<T>, 'answer' | 'question'>,
  state: QueryState<T>,
  question: string,
): DisplayedState<T> {
  if (state.answer !== undefined) return { ...state, stale: false, question }
  const isKept = state.error === undefined || previous.question === question
  return { ...state, answer: isKept ? previous.answer : undefined, stale: true, question: previous.question }
}

/**
 * The complete answer to the current request. Partial, failed and stopped answers may lack events, so a view
 * reports an absence of events only from a complete one.
 */
export function finalAnswer<T extends QueryType>({
  answer,
  stale,
}: Pick<DisplayedState<T>, 'answer' | 'stale'>): QueryAnswer<T> | undefined {
  return stale || answer?.status !== 'SUCCESS' ? undefined : answer
}

/** Whether the current request has ended without a complete answer: it failed or was stopped. */
export function hasEndedEarly<T extends QueryType>({
  answer,
  stale,
  error,
}: Pick<DisplayedState<T>, 'answer' | 'stale' | 'error'>): boolean {
  if (error !== undefined) return true
  return !stale && answer !== undefined && !isRunning(answer) && answer.status !== 'SUCCESS'
}
