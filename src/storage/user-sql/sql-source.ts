import type { Read, Scope } from '../store.ts'

/** The answer to a SELECT of people. */
export interface SqlAnswer {
  /** Types of the engine. */
  columns: { name: string; type: string }[]
  /** Values as the engine writes them in JSON. */
  rows: unknown[][]
}

/** SELECTs of people: docs/sql.md. */
export interface SqlSource {
  /**
   * Answers a statement over the events of a scope. Rejects with sql_refused for what it may not ask for or the engine cannot compute, with
   * query_memory beyond limits.ts, and as all reads of the store do.
   */
  userSql(scope: Scope, sql: string, read: Read): Promise<SqlAnswer>
}
