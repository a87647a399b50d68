import type { Read, Scope } from './event-store.ts'

/** The answer to a user's SELECT. */
export interface SqlAnswer {
  /** `type`: the name of a ClickHouse type. */
  columns: { name: string; type: string }[]
  /** Values in the engine's JSON format. */
  rows: unknown[][]
}

/** Runs SELECT statements of users (docs/sql.md). */
export interface SqlSource {
  /**
   * Runs a statement over the events of a scope. Rejects as all reads of the store do, and with sql_refused
   * if the statement is not allowed or the engine cannot run it. Rejects with query_memory above the limits
   * in reads/user-sql/limits.ts.
   */
  runUserSql(scope: Scope, sql: string, read: Read): Promise<SqlAnswer>
}
