import { rowColumns } from '../../schema/row.ts'
import { eventsTable } from '../sql/columns.ts'
import { list, number } from '../sql/literal.ts'
import type { SqlClient } from '../sql-client.ts'

/** Seconds until a read is given up. */
const timeout = 10

/** Which rows of the table: of batches up to the highest, without some. */
interface Choice {
  highest: number
  without: readonly number[]
}

/**
 * Answers the newest rows of the table, `most` of them, as a spool file has them (schema/row.ts); nobody asks when the other occurrences
 * of a row were. Rejects with query_memory when these are more than `mostBytes`.
 */
export type NewestOfTable = (choice: Choice, most: number, mostBytes: number) => Promise<Uint8Array>

export function newestOfTable(client: SqlClient): NewestOfTable {
  const columns = rowColumns.map(([name]) => columnOf(name))
  return async ({ highest, without }, most, mostBytes) => {
    const not = without.length === 0 ? '' : ` AND batch NOT IN (${list(without.map(number))})`
    return await client.bytes(
      `SELECT ${list(columns)} FROM ${eventsTable} WHERE batch <= ${number(highest)}${not}
       ORDER BY sec DESC, ts DESC, id DESC LIMIT ${number(most)} FORMAT RowBinary`,
      { signal: new AbortController().signal, lane: 'short', timeout },
      mostBytes,
    )
  }
}

function columnOf(name: (typeof rowColumns)[number][0]): string {
  switch (name) {
    case 'earlier':
      return "CAST([], 'Array(UInt32)')"
    case 'tags':
      return 'toJSONString(tags)'
    case 'host':
    case 'program':
    case 'mnemonic':
    case 'template':
      return `CAST(${name}, 'String')`
    default:
      return name
  }
}
