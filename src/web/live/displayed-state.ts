import type { QueryType } from '../../schema/query/query.ts'
import type { QueryAnswer } from '../api/queries.ts'
import type { QueryState } from './live-query.ts'

/** The state of a query. Before its first answer, `answer` may be the answer to an earlier request. */
export interface DisplayedState<T extends QueryType> extends QueryState<T> {
  /** The answer belongs to an earlier request. */
  stale: boolean
  /** The request of the answer, as text. */
  question: string | undefined
}

/**
 * The earlier answer stays until the first answer to a new query. After an error, only an answer to the same
 * query stays.
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
