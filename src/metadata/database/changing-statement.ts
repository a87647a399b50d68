// For drivers: a statement that changes rows takes the lock of writers, and may need an audit entry.

import type { CompiledQuery, QueryResult } from 'kysely'

/** Whether a statement only reads. A statement of an unknown kind counts as a change. */
export function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
}

/** Whether a statement that may change rows has changed any. */
export function hasChanged({ numAffectedRows = 0n, rows }: QueryResult<unknown>): boolean {
  return numAffectedRows > 0n || rows.length > 0
}
