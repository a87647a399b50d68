import type { StoredEvent } from '../../schema/event.ts'
import { tagName } from '../../schema/row.ts'
import { eventsTable } from '../sql/columns.ts'
import { list, number } from '../sql/literal.ts'
import { within } from '../sql/scope.ts'
import type { Cell, SqlClient } from '../sql-client.ts'
import type { Read } from '../store.ts'

const micro = 1_000_000

/** The columns of a row that an event is made from, in the order that `eventOf` reads. */
export const eventColumns = list([
  'id',
  'toUnixTimestamp64Micro(first)',
  'toUnixTimestamp64Micro(ts)',
  'count',
  'host',
  'program',
  'facility',
  'severity',
  'mnemonic',
  'type',
  'status',
  'message',
  'toJSONString(tags)',
])

/** An event from one of its rows; `last` and `counter` are those of the row until `withCounters` fills them in. */
export function eventOf(row: readonly Cell[]): StoredEvent {
  const [id, first, ts, count, host, program, facility, severity, mnemonic, type, status, message, tags] = row
  return {
    id: Number(id),
    ts: Number(first),
    last: Number(ts),
    counter: Number(count),
    host: String(host),
    program: String(program),
    facility: Number(facility),
    severity: Number(severity),
    mnemonic: String(mnemonic),
    type: Number(type),
    status: Number(status),
    message: String(message),
    tags: tagsOf(String(tags)),
  }
}

function tagsOf(json: string): Record<string, string> {
  if (json === '{}') return {}
  // Written by our encoder: an object of strings.
  const stored = JSON.parse(json) as Record<string, string>
  return Object.fromEntries(Object.entries(stored).map(([path, value]) => [tagName(path), value]))
}

/** Fills in `last` and `counter` of whole events: all rows of an event lie within a window of its first occurrence. */
export async function withCounters(
  client: SqlClient,
  window: number,
  events: readonly StoredEvent[],
  read: Read,
): Promise<StoredEvent[]> {
  if (events.length === 0 || window === 0) return [...events]
  const earliest = Math.min(...events.map(event => event.ts))
  const latest = Math.max(...events.map(event => event.ts))
  const rows = await client.select(
    `SELECT id, sum(count), toUnixTimestamp64Micro(max(ts)) FROM ${eventsTable}
     WHERE repeat = 1 AND ${within(Math.floor(earliest / micro), Math.ceil(latest / micro) + window + 1)} AND id IN (${list(events.map(event => number(event.id)))})
     GROUP BY id`,
    read,
  )
  const counters = new Map(
    rows.map(([id, count, last]) => [Number(id), { count: Number(count), last: Number(last) }]),
  )
  return events.map(event => {
    const repeats = counters.get(event.id)
    if (!repeats) return { ...event, counter: 1, last: event.ts }
    return { ...event, counter: 1 + repeats.count, last: Math.max(event.ts, repeats.last) }
  })
}
