import type { StoredEvent } from '../../schema/event.ts'
import type { SharedLog } from '../../schema/shared-log.ts'
import { eventsTable } from '../sql/columns.ts'
import { instant, number, wholeSecond } from '../sql/literal.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read } from '../store.ts'
import { eventColumns, selectEvents } from './event-bytes.ts'

const pageRows = 10_000

/** SQL of the rows of this process, of those of several. Batches from before there was a log are of any of them. */
export function ownRows({
  ownNumbers,
  ownRemainder: { remainder, by },
}: Pick<SharedLog, 'ownNumbers' | 'ownRemainder'>): string {
  return `(batch % ${number(by)} = ${number(remainder)} OR batch <= ${number(ownNumbers)})`
}

/**
 * First rows since `from` (Unix seconds), newest first, page by page; counters are not filled in. Deduplication goes on with them after a
 * restart. `own`: SQL of the rows that are wanted.
 */
export async function* recentFirsts(
  client: SqlClient,
  from: number,
  limit: number,
  read: Read,
  own = '1',
): AsyncGenerator<StoredEvent[]> {
  let before = ''
  for (let left = limit; left > 0; left -= pageRows) {
    const events = await selectEvents(
      client,
      `SELECT ${eventColumns} FROM ${eventsTable} WHERE repeat = 0 AND ${own} AND sec >= ${wholeSecond(from)}${before}
       ORDER BY sec DESC, ts DESC, id DESC LIMIT ${number(Math.min(left, pageRows))}`,
      read,
    )
    yield events
    const last = events.at(-1)
    if (!last || events.length < pageRows) return
    before = ` AND sec <= ${wholeSecond(last.ts / 1_000_000)} AND (ts, id) < (${instant(last.ts)}, ${number(last.id)})`
  }
}
