import { rowColumns } from '../../../schema/event/row.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import type { Mark } from '../../contract/event-store.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { list, number, wholeSecond } from '../../sql/literal.ts'
import { batchesUpTo } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { StoredDays } from '../stored-days.ts'
import { RecentBatch } from './recent-batch.ts'

const read = { ...internalRead('short', 10), isBackground: true }

/** Seconds of the first span that is searched; each further span is `growth` times as long. */
const firstSeconds = 60
const growth = 4
/** A span with an estimate of fewer rows is not searched. A multiple of the wanted rows. */
const minEstimate = 2
/** A span with fewer rows is too short: the next one is searched. A share of the wanted rows. */
const minFound = 0.25

/** The rows of the table from a second on. */
interface NewestRows {
  batch: RecentBatch
  /**
   * Unix seconds; 0 if there are no older rows. If the maximum number of rows was read, rows of the oldest
   * seconds may be missing.
   */
  from: number
}

/**
 * Reads the newest rows of the table, at most `maxRows`. Rejects with query_memory when they have more than
 * `maxBytes`.
 */
export type ReadNewestRows = (mark: Mark, maxRows: number, maxBytes: number) => Promise<NewestRows>

interface Estimates {
  estimateRows: (from: number, to: number) => number
  days: Pick<StoredDays, 'begin' | 'end'>
}

/**
 * Finds the second where the newest rows begin by reading only the times of rows, then reads these seconds.
 * Estimates only show where to search: after a burst, the last minute of a day may have more rows than fit
 * into memory with all columns.
 */
export function newestRowsReader(client: SqlClient, { estimateRows, days }: Estimates): ReadNewestRows {
  return async ({ batch, missing }, maxRows, maxBytes) => {
    const source = (from: number) => {
      const since = from === 0 ? '' : `sec >= ${wholeSecond(from)} AND `
      return `FROM ${eventsTable} WHERE ${since}${batchesUpTo(batch, missing)}`
    }
    /**
     * The number of rows since a second, at most `maxRows`, and the second where the newest of them begin.
     */
    const newestSince = async (from: number) => {
      const [[rows, start] = []] = await client.select(
        `SELECT count(), toUnixTimestamp(min(sec)) FROM (SELECT sec ${source(from)} ORDER BY sec DESC LIMIT ${number(maxRows)})`,
        read,
      )
      return { rows: Number(rows), from: Number(rows) < maxRows ? from : Number(start) }
    }
    const { begin, end } = days
    let from: number | undefined
    for (let seconds = firstSeconds; end - seconds > begin && from === undefined; seconds *= growth) {
      if (estimateRows(end - seconds, end) < minEstimate * maxRows) continue
      const newest = await newestSince(end - seconds)
      if (newest.rows >= minFound * maxRows) from = newest.from
    }
    from ??= (await newestSince(0)).from
    const bytes = await client.bytes(
      `SELECT ${batchColumns} ${source(from)} ORDER BY sec DESC, ts DESC, id DESC LIMIT ${number(maxRows)}`,
      read,
      maxBytes,
    )
    return { batch: new RecentBatch(bytes, 0, maxRows), from }
  }
}

/** Columns of the table as a RecentBatch reads them. */
export const batchColumns = list(rowColumns.map(([name]) => columnOf(name)))

function columnOf(name: (typeof rowColumns)[number][0]): string {
  switch (name) {
    // A RecentBatch does not read it.
    case 'earlier':
      return "CAST([], 'Array(UInt32)')"
    case 'tags':
      return 'toJSONString(tags)'
    case 'host':
    case 'program':
    case 'class':
    case 'mnemonic':
    case 'template':
      return `CAST(${name}, 'String')`
    default:
      return name
  }
}
