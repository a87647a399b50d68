import { rowColumns } from '../../schema/row.ts'
import type { BatchCut } from '../batch-cut.ts'
import { internalRead } from '../internal-read.ts'
import { eventsTable } from '../sql/columns.ts'
import { list, number, wholeSecond } from '../sql/literal.ts'
import { batchesUpTo } from '../sql/scope.ts'
import type { SqlClient } from '../sql-client.ts'

const read = internalRead('short', 10)

/**
 * Reads the newest rows of the table, `maxRows` of them, in the format of a spool file (schema/row.ts), with empty `earlier`. Rejects with
 * query_memory when they have more than `maxBytes`.
 */
export type ReadNewestRows = (
  cut: Pick<BatchCut, 'highest' | 'without'>,
  maxRows: number,
  maxBytes: number,
) => Promise<Uint8Array>

export function newestRowsReader(client: SqlClient): ReadNewestRows {
  const columns = list(rowColumns.map(([name]) => columnOf(name)))
  return async ({ highest, without }, maxRows, maxBytes) => {
    const chosen = `FROM ${eventsTable} WHERE ${batchesUpTo(highest, without)}`
    // The oldest of them may be in any part of the table, and the engine would read the end of each with all columns: four times as long.
    const [begin] = await client.select(
      `SELECT toUnixTimestamp(sec) ${chosen} ORDER BY sec DESC LIMIT 1 OFFSET ${number(maxRows)}`,
      read,
    )
    const since = begin === undefined ? '' : ` AND sec >= ${wholeSecond(Number(begin[0]))}`
    return await client.bytes(
      `SELECT ${columns} ${chosen}${since}
       ORDER BY sec DESC, ts DESC, id DESC LIMIT ${number(maxRows)} FORMAT RowBinary`,
      read,
      maxBytes,
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
