import { EngineError, engineCodes } from '../../clients/engine-error.ts'
import { AnswerTooLargeError, type Cell, type SqlClient } from '../../clients/sql-client.ts'
import type { Read } from '../../contract/event-store.ts'
import { number } from '../../sql/literal.ts'

/** Settings of a SELECT with GROUP BY: the engine stops soon after exceeding the limit of groups. */
export function groupLimit(limit: number): string {
  return ` SETTINGS max_rows_to_group_by = ${number(limit)}, group_by_overflow_mode = 'throw'`
}

/** Rows of a statement; undefined when it has too many groups, or too many bytes for an answer. */
export async function selectGroups(
  client: SqlClient,
  sql: string,
  read: Read,
): Promise<Cell[][] | undefined> {
  try {
    return await client.select(sql, read)
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return undefined
    if (error instanceof EngineError && error.code === engineCodes.tooManyGroups) return undefined
    throw error
  }
}
