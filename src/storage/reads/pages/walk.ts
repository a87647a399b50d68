import type { StoredEvent } from '../../../schema/event/event.ts'
import { eventColumns, selectEvents, storedColumns } from '../../clients/row-binary/event-bytes.ts'
import type { PageQuery, Read, Scope } from '../../contract/event-store.ts'
import type { Span } from '../../contract/time-span.ts'
import { number } from '../../sql/literal.ts'
import { branchesOf, rowsOf, type TableFacts } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { PageContext } from '../context.ts'
import { type EventKey, keyColumns, keyOf } from '../event-rows.ts'

// A walk reads a page of events in the order of the table: span by span from one end of a scope, until the
// page is full. Each step of a walk reads one source of rows.

/**
 * Minimum rows of the first span of a walk. Where few match, a shorter span would need a second statement,
 * which costs more; where many match, the engine stops early.
 */
const firstSpanRows = 300_000
/** Maximum rows of a span. */
const maxSpanRows = 20_000_000
/**
 * Once events were found, each span has at least this many times the rows of all spans before it, up to
 * `maxSpanRows`, so that three statements reach far.
 */
const minGrowth = 8

/** Number of matching events found so far, from which the next span is planned. */
export interface WalkProgress {
  events: number
}

/**
 * Cuts a scope into spans of whole seconds from one end: a page of the newest events then opens few parts of
 * the table, no matter how long the range is. The first span has four times the rows that the page is
 * expected to need. Each next span has half as many rows more than the rest of the page is expected to need,
 * by the share of matching rows so far. When nothing matched yet, awaits the number of all matches
 * (`counted`) if it is being counted.
 */
export async function* walkSpans(
  context: PageContext,
  scope: Scope,
  { offset, limit, matching, counted }: Pick<PageQuery, 'offset' | 'limit' | 'matching' | 'counted'>,
  newestFirst: boolean,
  progress: WalkProgress,
  read: Read,
): AsyncGenerator<Scope> {
  const wanted = offset + limit
  const eventsBefore = progress.events
  let rows = Math.max(firstSpanRows, 4 * wanted * rowsPerMatch(context, scope, matching))
  let readRows = 0
  let count = counted
  for (let rest = scope; rest.from < rest.to; ) {
    const span = firstPart(context, rest, Math.min(rows, maxSpanRows), newestFirst)
    yield span
    rest = restOf(rest, span, newestFirst)
    if (rest.from >= rest.to) return
    readRows += context.estimateRows(span.from, span.to)
    const found = progress.events - eventsBefore
    if (found > 0) {
      const expectedRows = ((wanted - found) * readRows) / found
      rows = Math.max(minGrowth * readRows, 1.5 * expectedRows)
    } else if (count === undefined) rows = maxSpanRows
    else {
      const total = await (read.withoutSlot?.(count) ?? count)
      count = undefined
      if (total === 0) return
      rows = total === undefined ? maxSpanRows : 4 * wanted * rowsPerMatch(context, rest, total)
    }
  }
}

/** Spans of a scope from one end. The first has about `firstRows` rows, the others about `maxSpanRows`. */
export function* growingSpans(
  context: Pick<PageContext, 'estimateRows'>,
  scope: Scope,
  firstRows: number,
  newestFirst: boolean,
): Generator<Scope> {
  let rows = firstRows
  for (let rest = scope; rest.from < rest.to; rows = maxSpanRows) {
    const span = firstPart(context, rest, rows, newestFirst)
    yield span
    rest = restOf(rest, span, newestFirst)
  }
}

/** The part of a scope at one end with about `wantedRows` rows. */
function firstPart(
  { estimateRows }: Pick<PageContext, 'estimateRows'>,
  scope: Scope,
  wantedRows: number,
  newestFirst: boolean,
): Scope {
  const { from, to } = scope
  const rows = estimateRows(from, to)
  const seconds = rows === 0 ? to - from : Math.max(1, Math.ceil((wantedRows * (to - from)) / rows))
  return firstSeconds(scope, seconds, newestFirst)
}

/** The part of a scope of `seconds` at one end; the whole scope when the rest is hardly worth a statement. */
export function firstSeconds(scope: Scope, seconds: number, newestFirst: boolean): Scope {
  const { from, to } = scope
  if (seconds * 1.5 >= to - from) return scope
  return newestFirst ? { ...scope, from: to - seconds } : { ...scope, to: from + seconds }
}

/** Rows to read per matching row. */
export function rowsPerMatch(
  { estimateRows }: Pick<PageContext, 'estimateRows'>,
  { from, to }: Scope,
  matching: number | undefined,
): number {
  return matching === undefined ? 1 : Math.max(1, estimateRows(from, to) / Math.max(1, matching))
}

/** The rest of a scope after a part of it, in the order of the walk. */
export function restOf(scope: Scope, part: Span, newestFirst: boolean): Scope {
  return newestFirst ? { ...scope, to: part.from } : { ...scope, from: part.to }
}

/**
 * FROM and WHERE of rows; `branches`: the same rows as one or two sources, each row once, that are cheaper to
 * read (see branchesOf).
 */
export interface RowSource {
  from: string
  branches?: readonly string[]
}

/** The rows of a scope that also meet a further condition. */
export function sourceOf(scope: Scope, table: TableFacts, and = ''): RowSource {
  const further = and === '' ? '' : ` AND ${and}`
  const from = (rows: string) => `FROM ${eventsTable} WHERE ${rows}${further}`
  return { from: from(rowsOf(scope, table)), branches: branchesOf(scope, table).map(from) }
}

/** A step of a walk over rows in the order of the page. */
export interface WalkStep {
  /**
   * `listed`: the events of earlier steps; null if not all are known, because skipped events are not kept.
   */
  source: (listed: readonly EventKey[] | null) => RowSource
  /** An SQL expression that counts the events of the source. */
  count: string
  /** ORDER BY. */
  order: string
  /** Whether an event may have several rows in the source. The first one in the order is its place. */
  hasSeveralRows: boolean
}

/**
 * ORDER BY of rows by time. In the order of the table the engine can stop early. When all matches are wanted,
 * it takes four fifths of the time without keeping that order.
 */
export function orderOf(
  { offset, limit, matching }: Pick<PageQuery, 'offset' | 'limit' | 'matching'>,
  direction: 'ASC' | 'DESC',
): string {
  const isAll = matching !== undefined && matching <= offset + limit
  // `sec` is the second of `ts`; naming it shows the engine the order of the table.
  return `ORDER BY ${isAll ? '' : `sec ${direction}, `}ts ${direction}, id ${direction}`
}

/** The events to collect from a walk. */
interface PageBounds {
  /** Number of events to skip at the beginning of the walk. */
  offset: number
  limit: number
  /** Whether the events before the walk were counted and not read. */
  isLocated?: boolean
}

/**
 * Up to this many skipped events, this process chooses one row of each event; beyond, the engine does (LIMIT
 * BY).
 */
const maxComparedKeys = 5_000

/** Collects the keys of `limit` events after skipping `offset` of them. */
export async function collect(
  context: PageContext,
  walk: (progress: WalkProgress) => AsyncIterable<WalkStep>,
  page: PageBounds,
  read: Read,
): Promise<EventKey[]> {
  const found: EventKey[] = []
  const progress = { events: 0 }
  let skip = page.offset
  // Whether the walk has passed events that are not in `found`.
  let hasSkipped = page.isLocated === true
  for await (const step of walk(progress)) {
    const source = step.source(hasSkipped ? null : found)
    const { keys, left } = await readStep(context, { ...step, source }, skip, page.limit - found.length, read)
    found.push(...keys)
    progress.events += keys.length + skip - left
    hasSkipped ||= left < skip
    skip = left
    if (found.length >= page.limit) break
  }
  return found
}

/** Additional rows, since some may be of the same event: repeats are few, but come in bursts. */
const spareRows = 20
/**
 * Up to this many rows, the engine reads messages and tags last, only for the remaining rows
 * (query_plan_max_limit_for_lazy_materialization).
 */
const maxLazyRows = 10_000
/** Above this many rows, only keys are read first. */
const maxWholeRows = 1_000

type SourcedStep = Omit<WalkStep, 'source'> & { source: RowSource }

/** Events of a step after the first `skip`, and the number left to skip in the next steps. */
interface StepEvents {
  keys: EventKey[]
  left: number
}

/**
 * Reads the events of one step. LIMIT BY makes the engine read the whole step (measured: 305 ms against 9 for
 * 100 of 10 million). So rows are first read without LIMIT BY, which suffices unless most of these rows
 * belong to the same few events.
 */
async function readStep(
  context: PageContext,
  step: SourcedStep,
  skip: number,
  limit: number,
  read: Read,
): Promise<StepEvents> {
  const { source, order, hasSeveralRows } = step
  const wanted = skip + limit
  if (hasSeveralRows && skip <= maxComparedKeys) {
    const maxRows = 2 * wanted + spareRows
    const rows = await selectKeys(context, source, order, { limit: maxRows, offset: 0 }, read)
    const keys = distinctEvents(rows)
    if (keys.length >= wanted || rows.length < maxRows)
      return { keys: keys.slice(skip, wanted), left: Math.max(0, skip - keys.length) }
  }
  const keys = hasSeveralRows
    ? await selectKeys(
        context,
        { from: source.from },
        `${order} LIMIT 1 BY id`,
        { limit, offset: skip },
        read,
      )
    : await selectKeys(context, source, order, { limit, offset: skip }, read)
  if (keys.length > 0 || skip === 0) return { keys, left: 0 }
  // The step has at most `skip` events: all are skipped.
  return { keys: [], left: Math.max(0, skip - (await countSource(context, step, read))) }
}

/** One row of each event: the first in this order. */
function distinctEvents(rows: readonly EventKey[]): EventKey[] {
  const rowsById = new Map<number, EventKey>()
  for (const row of rows) if (!rowsById.has(row.id)) rowsById.set(row.id, row)
  return [...rowsById.values()]
}

/** Keys of rows, together with their events if there are few. */
async function selectKeys(
  { client }: Pick<PageContext, 'client'>,
  { from, branches = [from] }: RowSource,
  order: string,
  { limit, offset }: { limit: number; offset: number },
  read: Read,
): Promise<EventKey[]> {
  const lastRow = offset + limit
  // With branches, skipped rows are read too.
  const isWhole = limit <= maxWholeRows && lastRow <= (branches.length > 1 ? maxWholeRows : maxLazyRows)
  const columns = isWhole ? eventColumns : keyColumns
  const page = `${order} LIMIT ${number(limit)} OFFSET ${number(offset)}`
  const stored = isWhole ? storedColumns : 'id, first, ts'
  const branchRows = branches.map(
    branch => `SELECT ${stored}, sec ${branch} ${order} LIMIT ${number(lastRow)}`,
  )
  const source = branchRows.length > 1 ? `FROM (${branchRows.join(' UNION ALL ')})` : (branches[0] ?? from)
  const sql = `SELECT ${columns} ${source} ${page}`
  return isWhole
    ? (await selectEvents(client, sql, read)).map(keyOfEvent)
    : (await client.select(sql, read)).map(keyOf)
}

function keyOfEvent(event: StoredEvent): EventKey {
  return { id: event.id, first: event.ts, ts: event.last, event }
}

/** The number of events of a source, by a `count` expression as in WalkStep. */
export async function countSource(
  { client }: Pick<PageContext, 'client'>,
  { source, count }: { source: RowSource; count: string },
  read: Read,
): Promise<number> {
  const [row] = await client.select(`SELECT ${count} ${source.from}`, read)
  return Number(row?.[0] ?? 0)
}
