import { Fault } from '../../../schema/fault.ts'
import { eventColumns, lastOf, rowColumnsWith } from '../../clients/row-binary/event-bytes.ts'
import { InterruptedError } from '../../clients/sql-client.ts'
import type { EventBatch, EventsQuery, Read, Scope } from '../../contract/event-store.ts'
import { compileFilter } from '../../sql/filter.ts'
import { instant, number, wholeSecond } from '../../sql/literal.ts'
import { rowsOf, withinAsOf } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { PageContext } from '../context.ts'
import { hasRepeats } from '../has-repeats.ts'
import { storedPart } from '../pages/page.ts'
import { aggregateClauses } from '../pages/page-by-aggregate.ts'
import { startedBefore } from '../pages/page-by-first.ts'
import { continuedRowsAfter, mayHaveRowsAfter } from '../pages/page-by-last.ts'
import { firstSeconds, restOf } from '../pages/walk.ts'
import { hasFirstRow, runsOf } from '../runs-of-days.ts'
import { BatchSize, eventsByKeys, isOutOfMemory, type Progress } from './events-by-keys.ts'

/**
 * Maximum consecutive interruptions after which a read resumes. A batch in between resets their count; running
 * out of memory does not count.
 */
const maxInterruptions = 3
/** Bounds of the estimated rows of a span. */
const minSpanRows = 200_000
const maxSpanRows = 20_000_000

/** Target events of a span. */
const targetEvents = 200_000
/** Target events of a span with repeats: fewer, because the engine joins repeats in memory. */
const targetRepeatedEvents = 40_000

/**
 * All events, in batches. For an order by time, reads the table along its key; only events whose place in
 * this order lies outside of the range are read by keys. For all other orders, reads all events by keys.
 */
export async function* events(
  context: PageContext,
  asked: Scope,
  query: EventsQuery,
  read: Read,
  size = new BatchSize(),
): AsyncGenerator<EventBatch> {
  const scope = storedPart(context, asked)
  if (scope === undefined) return
  const progress = { size, left: query.limit }
  for (const part of partsOf(context, scope, query, progress, read)) {
    if (progress.left <= 0) return
    for await (const batch of part()) {
      progress.left -= batch.rows
      yield batch
    }
  }
}

/** The parts of a read, in the order of the query. */
function partsOf(
  context: PageContext,
  scope: Scope,
  query: EventsQuery,
  progress: Progress,
  read: Read,
): (() => AsyncIterable<EventBatch>)[] {
  const order = tableOrder(scope, query)
  const byKeys = (clauses: string) => () => eventsByKeys(context, clauses, scope.asOf, progress, read)
  if (order === undefined) return [byKeys(aggregateClauses(context, scope, query.sort))]
  const { by, direction } = order
  const inside = (part: Scope) => () => eventsByTable(context, part, order, query.matching, progress, read)
  const outside = (rows: string, place: string) =>
    byKeys(`${rows} GROUP BY id ORDER BY ${place} ${direction}, id ${direction}`)
  const isDescending = direction === 'DESC'
  if (by === 'last') {
    if (!mayHaveRowsAfter(context, scope)) return [inside(scope)]
    // Events that continue after the range are the newest.
    const parts = [inside(scope), outside(continuedRowsAfter(context, scope), 'max(ts)')]
    return isDescending ? parts.reverse() : parts
  }
  if (context.window === 0) return [inside(scope)]
  // Events that started before a run of days are its oldest.
  const parts = runsOf(context, scope).flatMap(run => [
    outside(startedBefore(context, run), 'any(first)'),
    inside(run),
  ])
  return isDescending ? parts.reverse() : parts
}

/** The order in which the table can be read directly, if any. */
function tableOrder(scope: Scope, { sort }: EventsQuery): TableOrder | undefined {
  const onlySort = sort.length === 1 ? sort[0] : undefined
  if (onlySort === undefined || onlySort.field === 'counter') return undefined
  // A condition on whole events needs all rows of each event.
  if (compileFilter(scope.predicate).events !== '') return undefined
  const by = onlySort.field === 'last_occurrence' ? 'last' : 'first'
  return { by, direction: onlySort.descending ? 'DESC' : 'ASC' }
}

/** Orders by the time of the first or last occurrence, ties by id. */
interface TableOrder {
  by: 'first' | 'last'
  direction: 'ASC' | 'DESC'
}

/** The last event that was read. */
interface Cursor {
  ts: number
  id: number
}

/**
 * Reads the events whose first or last occurrence (`order.by`) lies in the scope, span by span. When a
 * statement is interrupted, the next one starts after the last event.
 */
async function* eventsByTable(
  context: PageContext,
  scope: Scope,
  order: TableOrder,
  matching: number | undefined,
  progress: Progress,
  read: Read,
): AsyncGenerator<EventBatch> {
  const totalRows = context.estimateRows(scope.from, scope.to)
  const totalSeconds = scope.to - scope.from
  // How many events to expect in how many rows: `matching` of all rows, and then also what each span had.
  // Without `matching`, every row is an event for the first span, and then only what the spans had counts.
  let expected = { events: matching ?? totalRows, rows: totalRows }
  let isGuess = matching === undefined
  const newestFirst = order.direction === 'DESC'
  for (let rest = scope; rest.from < rest.to && progress.left > 0; ) {
    const rowsPerEvent = Math.max(1, expected.rows / Math.max(1, expected.events))
    const secondsFor = (events: number, minRows: number) => {
      const spanRows = Math.min(
        Math.max(Math.min(progress.left, events) * rowsPerEvent, minRows),
        maxSpanRows,
      )
      return Math.max(1, totalRows === 0 ? totalSeconds : Math.ceil((spanRows * totalSeconds) / totalRows))
    }
    const span = firstSeconds(rest, secondsFor(targetEvents, minSpanRows), newestFirst)
    // Without repeats each row is an event.
    const withRepeats = await hasRepeats(context, span, read)
    const part = withRepeats ? firstSeconds(span, secondsFor(targetRepeatedEvents, 1), newestFirst) : span
    let yieldedEvents = 0
    for await (const batch of eventsInSpan(context, part, order, withRepeats, progress, read)) {
      yieldedEvents += batch.rows
      yield batch
    }
    const partRows = Math.max(1, context.estimateRows(part.from, part.to))
    if (isGuess) expected = { events: 0, rows: 0 }
    isGuess = false
    expected.rows += partRows
    expected.events += yieldedEvents
    rest = restOf(rest, part, newestFirst)
  }
}

/**
 * Reads the events of one span. Resumes after the last event when a statement is interrupted, and with smaller
 * batches when the engine runs out of memory. Throws storage_unavailable after `maxInterruptions`.
 */
async function* eventsInSpan(
  context: PageContext,
  span: Scope,
  order: TableOrder,
  withRepeats: boolean,
  { size, left }: Progress,
  read: Read,
): AsyncGenerator<EventBatch> {
  const { direction } = order
  const source = withRepeats ? selectWithCounters(context, span, order) : selectRows(context, span)
  let remaining = left
  let after: Cursor | undefined
  let interruptions = 0
  while (remaining > 0) {
    const afterCondition = after === undefined ? '' : ` AND ${afterCursor(after, order)}`
    const sql = `${source}${afterCondition} ORDER BY sec ${direction}, ts ${direction}, id ${direction} LIMIT ${number(remaining)}`
    try {
      for await (const batch of context.client.chunks(sql, read, size.rows)) {
        if (batch.rows === 0) continue
        const { id, first, last } = lastOf(batch)
        after = { id, ts: order.by === 'last' ? last : first }
        remaining -= batch.rows
        interruptions = 0
        yield batch
      }
      return
    } catch (error) {
      if (isOutOfMemory(error) && size.shrink()) continue
      if (!(error instanceof InterruptedError)) throw error
      if (interruptions++ >= maxInterruptions)
        throw new Fault('storage_unavailable', { retryAfter: 1, cause: error })
    }
  }
}

function afterCursor({ ts, id }: Cursor, { direction }: TableOrder): string {
  const sign = direction === 'DESC' ? '<' : '>'
  return `sec ${sign}= ${wholeSecond(ts / 1_000_000)} AND (ts, id) ${sign} (${instant(ts)}, ${number(id)})`
}

function selectRows(context: PageContext, span: Scope): string {
  return `SELECT ${eventColumns} FROM ${eventsTable} WHERE ${rowsOf(span, context)}`
}

/** Selects one row of each event, its first or its newest, with the counters of all its rows. */
function selectWithCounters(context: PageContext, span: Scope, { by }: TableOrder): string {
  const { window } = context
  const inSpan = rowsOf(span, context)
  const around = withinAsOf(span.from - window, span.to + window, span.asOf)
  const ofMatches =
    compileFilter(span.predicate).rows === '1'
      ? ''
      : ` AND id IN (SELECT id FROM ${eventsTable} WHERE ${inSpan})`
  const repeats = `SELECT id AS event, sum(count) AS more, max((ts, batch)) AS newest FROM ${eventsTable} WHERE ${around} AND repeat = 1${ofMatches} GROUP BY id`
  // An event without repeats has `more` 0 and `newest` (epoch, 0). (ts, batch) is unique: a batch has one row
  // per event and second. An event that began on a dropped day has lost its first row.
  const firstCount = hasFirstRow(context, span)
  const columns = rowColumnsWith('greatest(ts, newest.1)', `more + ${firstCount}`)
  const isShownRow =
    by === 'first' ? 'repeat = 0' : 'if(more = 0, repeat = 0, repeat = 1 AND (ts, batch) = newest)'
  return `SELECT ${columns} FROM ${eventsTable} LEFT JOIN (${repeats}) AS repeats ON id = event WHERE ${inSpan} AND ${isShownRow}`
}
