import { rowColumns } from '../../schema/row.ts'
import type { BatchCut } from '../batch-cut.ts'
import { internalRead } from '../internal-read.ts'
import { eventsTable } from '../sql/columns.ts'
import { list, number, wholeSecond } from '../sql/literal.ts'
import { batchesUpTo } from '../sql/scope.ts'
import type { SqlClient } from '../sql-client.ts'
import type { StoredDays } from '../stored-days.ts'
import { RecentBatch } from './recent-batch.ts'

const read = { ...internalRead('short', 10), isBackground: true }

const firstSeconds = 60
const growth = 4
/** With a smaller share of the wanted rows, more of the table is read. */
const minShare = 0.25

/** Rows of the table from a second on. */
interface NewestRows {
  batch: RecentBatch
  /** Unix seconds; 0 when there are none before. Some rows from then on may be missing when there are as many as were wanted. */
  from: number
}

/** Reads the newest rows of the table, at most `maxRows`. Rejects with query_memory when they have more than `maxBytes`. */
export type ReadNewestRows = (
  cut: Pick<BatchCut, 'highest' | 'without'>,
  maxRows: number,
  maxBytes: number,
) => Promise<NewestRows>

interface Estimates {
  estimateRows: (from: number, to: number) => number
  days: Pick<StoredDays, 'begin' | 'end'>
}

/** Reads a span at the end of the table: without a bound, the engine would read the end of each part of it with all columns. */
export function newestRowsReader(client: SqlClient, { estimateRows, days }: Estimates): ReadNewestRows {
  const columns = list(rowColumns.map(([name]) => columnOf(name)))
  return async ({ highest, without }, maxRows, maxBytes) => {
    const readFrom = async (from: number): Promise<NewestRows> => {
      const since = from === 0 ? '' : `sec >= ${wholeSecond(from)} AND `
      const bytes = await client.bytes(
        `SELECT ${columns} FROM ${eventsTable} WHERE ${since}${batchesUpTo(highest, without)}
         ORDER BY sec DESC, ts DESC, id DESC LIMIT ${number(maxRows)} FORMAT RowBinary`,
        read,
        maxBytes,
      )
      return { batch: new RecentBatch(bytes, 0, maxRows), from }
    }
    const { begin, end } = days
    for (let seconds = firstSeconds; end - seconds > begin; seconds *= growth) {
      if (estimateRows(end - seconds, end) < 2 * maxRows) continue
      const newest = await readFrom(end - seconds)
      if (newest.batch.size >= minShare * maxRows) return newest
    }
    return await readFrom(0)
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
