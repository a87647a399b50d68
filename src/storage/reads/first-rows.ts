import type { ClassedEvent, StoredEvent } from '../../schema/event/event.ts'
import type { SharedLog } from '../../schema/store/shared-log.ts'
import { eventColumns, selectEvents } from '../clients/row-binary/event-bytes.ts'
import type { SqlClient } from '../clients/sql-client.ts'
import type { Read } from '../contract/event-store.ts'
import { instant, number, wholeSecond } from '../sql/literal.ts'
import { eventsTable } from '../sql/tables.ts'

/** Rows of one statement. */
const pageRows = 10_000

/**
 * SQL of the rows that this process appended, when several processes append. The shared log gives each
 * process batch numbers with a remainder of its own. Numbers up to `ownNumbers` are from before the log
 * existed: every process counts these batches as its own.
 */
export function ownRows({
  ownNumbers,
  ownRemainder: { remainder, by },
}: Pick<SharedLog, 'ownNumbers' | 'ownRemainder'>): string {
  return `(batch % ${number(by)} = ${number(remainder)} OR batch <= ${number(ownNumbers)})`
}

/**
 * First rows since `from` (Unix seconds), newest first, page by page, without counters. Deduplication resumes
 * with these events after a restart. `own`: SQL of the wanted rows, by default all.
 */
export async function* recentFirstRows(
  client: SqlClient,
  from: number,
  limit: number,
  read: Read,
  own = '1',
): AsyncGenerator<ClassedEvent[]> {
  let before = ''
  for (let left = limit; left > 0; left -= pageRows) {
    const rows = `FROM ${eventsTable} WHERE repeat = 0 AND ${own} AND sec >= ${wholeSecond(from)}${before}`
    const order = `ORDER BY sec DESC, ts DESC, id DESC LIMIT ${number(Math.min(left, pageRows))}`
    const events = await selectEvents(client, `SELECT ${eventColumns} ${rows} ${order}`, read)
    const oldest = events.at(-1)
    yield oldest === undefined ? [] : await withClasses(client, events, oldest, rows, read)
    if (!oldest || events.length < pageRows) return
    before = ` AND sec <= ${wholeSecond(oldest.ts / 1_000_000)} AND (ts, id) < (${instant(oldest.ts)}, ${number(oldest.id)})`
  }
}

/**
 * The events with their retention classes, which `eventColumns` lacks. `oldest`: the last of them. `rows`:
 * SQL of the rows of these events and of older ones.
 */
async function withClasses(
  client: SqlClient,
  events: readonly StoredEvent[],
  oldest: StoredEvent,
  rows: string,
  read: Read,
): Promise<ClassedEvent[]> {
  const found = await client.select(
    `SELECT id, class ${rows} AND sec >= ${wholeSecond(oldest.ts / 1_000_000)} AND class != ''`,
    read,
  )
  const classes = new Map(found.map(([id, name]) => [Number(id), String(name)]))
  return events.map(event => ({ ...event, retentionClass: classes.get(event.id) ?? '' }))
}
