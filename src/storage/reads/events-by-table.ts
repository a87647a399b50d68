import { Fault } from '../../schema/fault.ts'
import { eventsTable } from '../sql/columns.ts'
import { compileFilter } from '../sql/filter.ts'
import { instant, number, second, wholeSecond } from '../sql/literal.ts'
import { rowsOf, withinAsOf } from '../sql/scope.ts'
import { InterruptedError } from '../sql-client.ts'
import type { EventBatch, Read, Scope } from '../store.ts'
import { type BatchSize, isOutOfMemory } from './batch-size.ts'
import { eventColumns, lastOf, rowColumnsWith } from './event-bytes.ts'
import type { EventsContext, Progress } from './events-context.ts'
import { hasRepeats } from './has-repeats.ts'

/** By the first or the last occurrence of the event, ties by id. */
export interface TableOrder {
  by: 'first' | 'last'
  direction: 'ASC' | 'DESC'
}

/** Interruptions of a statement before it gives anything. */
const maxInterruptions = 3
/** Rows of a span. */
const minRows = 200_000
const maxRows = 20_000_000
/** Events of a span: fewer where events were repeated, since their repeats are joined in memory. */
const targetEvents = 200_000
const targetRepeatedEvents = 40_000

interface Place {
  ts: number
  id: number
}

/**
 * Events whose place in the order lies inside of the scope. Walks over spans of time; in each, a statement continues behind the last event
 * of the one before.
 */
export async function* eventsByTable(
  context: EventsContext,
  scope: Scope,
  order: TableOrder,
  matching: number | undefined,
  progress: Progress,
  read: Read,
): AsyncGenerator<EventBatch> {
  const rows = context.estimateRows(scope.from, scope.to)
  const total = scope.to - scope.from
  let looked = rows
  let found = matching ?? rows
  let { from, to } = scope
  while (from < to && progress.left > 0) {
    const perMatch = Math.max(1, looked / Math.max(1, found))
    const secondsFor = (events: number, minRows: number) => {
      const some = Math.min(Math.max(Math.min(progress.left, events) * perMatch, minRows), maxRows)
      return Math.max(1, rows === 0 ? total : Math.ceil((some * total) / rows))
    }
    const span = firstPart({ ...scope, from, to }, secondsFor(targetEvents, minRows), order)
    // Without repeats each row is an event.
    const repeats = await hasRepeats(context, span, read)
    const part = repeats ? firstPart(span, secondsFor(targetRepeatedEvents, 1), order) : span
    let given = 0
    for await (const batch of eventsInSpan(context, part, order, repeats, progress, read)) {
      given += batch.rows
      yield batch
    }
    const size = Math.max(1, context.estimateRows(part.from, part.to))
    if (found === rows) looked = found = 0
    looked += size
    found += given
    if (order.direction === 'DESC') to = part.from
    else from = part.to
  }
}

/** The part of a scope that comes first, and the rest with it when that is hardly worth a statement. */
function firstPart(scope: Scope, seconds: number, { direction }: TableOrder): Scope {
  const { from, to } = scope
  if (1.5 * seconds >= to - from) return scope
  return direction === 'DESC' ? { ...scope, from: to - seconds } : { ...scope, to: from + seconds }
}

/** Events with a place in this span. A statement that was interrupted is followed by another one for the rest. */
async function* eventsInSpan(
  context: EventsContext,
  span: Scope,
  order: TableOrder,
  repeats: boolean,
  { size, left }: Progress,
  read: Read,
): AsyncGenerator<EventBatch> {
  const { direction } = order
  const source = repeats ? selectWithCounters(context, span, order) : selectRows(context, span)
  let missing = left
  let after: Place | undefined
  for (let breaks = 0; ; breaks++) {
    const behind = after === undefined ? '' : ` AND ${placedAfter(after, order)}`
    const sql = `${source}${behind} ORDER BY sec ${direction}, ts ${direction}, id ${direction} LIMIT ${number(missing)}`
    try {
      for await (const batch of context.client.chunks(sql, read, size.rows)) {
        if (batch.rows === 0) continue
        const { id, first, last } = lastOf(batch)
        after = { id, ts: order.by === 'last' ? last : first }
        missing -= batch.rows
        breaks = 0
        yield batch
      }
      return
    } catch (error) {
      if (!mayResume(error, breaks, size)) throw error
    }
    if (missing <= 0) return
  }
}

/** Whether a read that was interrupted goes on behind what it gave. */
function mayResume(error: unknown, breaks: number, size: BatchSize): boolean {
  if (isOutOfMemory(error)) return size.shrink()
  if (!(error instanceof InterruptedError)) return false
  if (breaks < maxInterruptions) return true
  throw new Fault('storage_unavailable', { retryAfter: 1, cause: error })
}

function placedAfter({ ts, id }: Place, { direction }: TableOrder): string {
  const sign = direction === 'DESC' ? '<' : '>'
  return `sec ${sign}= ${wholeSecond(ts / 1_000_000)} AND (ts, id) ${sign} (${instant(ts)}, ${number(id)})`
}

function selectRows({ window }: EventsContext, span: Scope): string {
  return `SELECT ${eventColumns} FROM ${eventsTable} WHERE ${rowsOf(span, window)}`
}

/** One row of each event, with the counters of all: the first one, or the newest, which decides the place. */
function selectWithCounters({ window, days }: EventsContext, span: Scope, { by }: TableOrder): string {
  const rows = rowsOf(span, window)
  const around = withinAsOf(span.from - window, span.to + window, span.asOf)
  const wanted =
    compileFilter(span.predicate).rows === '1'
      ? ''
      : ` AND id IN (SELECT id FROM ${eventsTable} WHERE ${rows})`
  const repeats = `SELECT id AS event, sum(count) AS more, max((ts, batch)) AS newest FROM ${eventsTable} WHERE ${around} AND repeat = 1${wanted} GROUP BY id`
  // Without repeats, `more` is 0 and `newest` the beginning of time. A batch has one row of an event for a second.
  // An event that began on a dropped day has lost its first row.
  const one = days === undefined ? '1' : `(first >= ${second(days.begin)})`
  const columns = rowColumnsWith('greatest(ts, newest.1)', `more + ${one}`)
  const chosen =
    by === 'first' ? 'repeat = 0' : 'if(more = 0, repeat = 0, repeat = 1 AND (ts, batch) = newest)'
  return `SELECT ${columns} FROM ${eventsTable} LEFT JOIN (${repeats}) AS repeats ON id = event WHERE ${rows} AND ${chosen}`
}
