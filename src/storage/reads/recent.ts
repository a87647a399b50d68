import type { StoredEvent } from '../../schema/event.ts'
import { eventsTable } from '../sql/columns.ts'
import { instant, number, wholeSecond } from '../sql/literal.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read } from '../store.ts'
import { eventColumns, eventOf } from './event-rows.ts'

const pageRows = 10_000

/**
 * First rows since `from` (Unix seconds), newest first, page by page; counters are not filled in. Deduplication goes on with them after a
 * restart.
 */
export async function* recentFirsts(
  client: SqlClient,
  from: number,
  limit: number,
  read: Read,
): AsyncGenerator<StoredEvent[]> {
  let before = ''
  for (let left = limit; left > 0; left -= pageRows) {
    const rows = await client.select(
      `SELECT ${eventColumns} FROM ${eventsTable} WHERE repeat = 0 AND sec >= ${wholeSecond(from)}${before}
       ORDER BY sec DESC, ts DESC, id DESC LIMIT ${number(Math.min(left, pageRows))}`,
      read,
    )
    const events = rows.map(eventOf)
    yield events
    const last = events.at(-1)
    if (!last || events.length < pageRows) return
    before = ` AND sec <= ${wholeSecond(last.ts / 1_000_000)} AND (ts, id) < (${instant(last.ts)}, ${number(last.id)})`
  }
}
