import type { QueryRepresentation, QueryResults, QueryType } from '../../schema/query/query.ts'

/** An answer of a query type, finished. */
export function answerOf(
  type: QueryType,
  results: object,
  params: Record<string, unknown> = {},
): QueryRepresentation {
  return {
    query_id: '0123456789abcdef0123456789abcdef',
    status: 'SUCCESS',
    type,
    base_time: 1_767_229_200,
    progress: 100,
    // What the caller says the type answers.
    results: results as QueryResults,
    params,
    owner_id: 1,
    created_at: 1_767_229_200,
    updated_at: 1_767_229_200,
  }
}
