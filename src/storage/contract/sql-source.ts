import type { Read, Scope } from './event-store.ts'

/** The answer to a user's SELECT. */
export interface SqlAnswer {
  /** Types are the engine's. */
  columns: { name: string; type: string }[]
  /** Values in the engine's JSON format. */
  rows: unknown[][]
}

/** Users' SELECTs: docs/sql.md. */
export interface SqlSource {
  /**
   * Answers a statement over the events of a scope. Rejects with sql_refused when it is not allowed or the
   * engine cannot compute it, with query_memory beyond limits.ts, and as all reads of the store do.
   */
  userSql(scope: Scope, sql: string, read: Read): Promise<SqlAnswer>
}
