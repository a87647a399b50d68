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
   * if the statement is not allowed, reads the events too often, has too large an answer, or the engine
   * cannot run it; with query_memory if it reads, joins or keeps too much (reads/user-sql/limits.ts).
   */
  runUserSql(scope: Scope, sql: string, read: Read): Promise<SqlAnswer>
}
