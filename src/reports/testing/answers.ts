import type { QueryRepresentation, QueryResults, QueryType } from '../../schema/query/query.ts'

/** A finished answer of a query type. */
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
    // The caller gives results of this type.
    results: results as QueryResults,
    params,
    owner_id: 1,
    created_at: 1_767_229_200,
    updated_at: 1_767_229_200,
  }
}
