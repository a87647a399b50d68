/** Maximum rows of an answer; with more the statement fails. */
export const maxAnswerRows = 10_000
/** Maximum bytes of an answer as JSON. */
export const maxAnswerBytes = 16_000_000
/** Maximum rows that a statement reads, in all its subqueries. */
export const maxRowsRead = 200_000_000
/** Maximum reads of events in a statement: each subquery and each use of a WITH counts. */
export const maxReads = 8
const maxMemoryBytes = 400_000_000

/**
 * The engine's settings for users' statements. They limit a statement even if the parser accepted too much,
 * and a statement cannot contain SETTINGS. Nothing spills to disk. `memoryBytes`: memory of a statement of
 * the store.
 */
export function statementLimits(memoryBytes: number): Record<string, string | number> {
  const memory = Math.min(maxMemoryBytes, memoryBytes)
  return {
    max_memory_usage: memory,
    max_bytes_before_external_group_by: 0,
    max_bytes_before_external_sort: 0,
    max_bytes_ratio_before_external_group_by: 0,
    max_bytes_ratio_before_external_sort: 0,
    max_rows_to_read: maxRowsRead,
    max_result_rows: maxAnswerRows,
    max_rows_in_join: 1_000_000,
    max_bytes_in_join: Math.floor(memory / 4),
    join_algorithm: 'hash',
    max_rows_in_set: 1_000_000,
    max_bytes_in_set: Math.floor(memory / 4),
    max_subquery_depth: 40,
    max_threads: 2,
    // Time is checked between blocks.
    max_block_size: 8_192,
    allow_introspection_functions: 0,
    allow_ddl: 0,
    use_index_for_in_with_subqueries: 0,
    // Subqueries of a table on several shards are computed once, for all of them.
    distributed_product_mode: 'global',
    session_timezone: 'UTC',
    // Last, since no setting can be changed after it.
    readonly: 1,
  }
}
