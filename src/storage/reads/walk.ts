import type { StoredEvent } from '../../schema/event.ts'
import { eventsTable } from '../sql/columns.ts'
import { number } from '../sql/literal.ts'
import { branchesOf, rowsOf } from '../sql/scope.ts'
import type { PageQuery, Read, Scope } from '../store.ts'
import type { Span } from '../time-span.ts'
import { eventColumns, selectEvents, storedColumns } from './event-bytes.ts'
import { type EventKey, keyColumns, keyOf } from './event-key.ts'
import type { PageContext } from './page-context.ts'

/** Rows that the first span of a walk should have: the engine stops early where many match, and where few do, a second statement costs more. */
const firstSpanRows = 300_000
/** Rows of a span at most. */
const maxSpanRows = 20_000_000
/** A span has at least so many times the rows of all before it: three statements reach far. */
const minGrowth = 8

/** What a walk has found so far, by which its next span is planned. */
export interface WalkProgress {
  items: number
}

/**
 * Cuts a scope into spans of whole seconds from one end: a page of the newest events then opens few parts of the table, whatever the range.
 * The first span has as many rows as the page should need; the next one what is missing of the page, by how many of the rows before it matched.
 * Where none did, the number of all matches is waited for if somebody counts them.
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
  const before = progress.items
  let rows = Math.max(firstSpanRows, 4 * wanted * rowsPerMatch(context, scope, matching))
  let readRows = 0
  let count = counted
  for (let rest = scope; rest.from < rest.to; ) {
    const span = firstPart(context, rest, Math.min(rows, maxSpanRows), newestFirst)
    yield span
    rest = restOf(rest, span, newestFirst)
    if (rest.from >= rest.to) return
    readRows += context.estimateRows(span.from, span.to)
    const items = progress.items - before
    if (items > 0) rows = Math.max(minGrowth * readRows, (1.5 * (wanted - items) * readRows) / items)
    else if (count === undefined) rows = maxSpanRows
    else {
      const events = await (read.withoutSlot?.(count) ?? count)
      count = undefined
      if (events === 0) return
      rows = events === undefined ? maxSpanRows : 4 * wanted * rowsPerMatch(context, rest, events)
    }
  }
}

/** Spans of a scope from one end; `firstRows`: those that the first one should have. */
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

/** The part of a scope at one end that has about so many rows. */
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

/** The part of a scope of so many seconds at one end; all of it when what is left over would hardly be worth a statement. */
export function firstSeconds(scope: Scope, seconds: number, newestFirst: boolean): Scope {
  const { from, to } = scope
  if (seconds * 1.5 >= to - from) return scope
  return newestFirst ? { ...scope, from: to - seconds } : { ...scope, to: from + seconds }
}

/** Rows that have to be read for one that matches. */
export function rowsPerMatch(
  { estimateRows }: Pick<PageContext, 'estimateRows'>,
  { from, to }: Scope,
  matching: number | undefined,
): number {
  return matching === undefined ? 1 : Math.max(1, estimateRows(from, to) / Math.max(1, matching))
}

/** What of a scope follows a part of it in the walk. */
export function restOf(scope: Scope, part: Span, newestFirst: boolean): Scope {
  return newestFirst ? { ...scope, to: part.from } : { ...scope, from: part.to }
}

/** FROM and WHERE of rows; `branches`: the same as one or two that have each row once and are cheaper to read from (see branchesOf). */
export interface RowSource {
  from: string
  branches?: readonly string[]
}

/** The rows of a scope that a further condition holds for. */
export function sourceOf(scope: Scope, { window }: Pick<PageContext, 'window'>, and = ''): RowSource {
  const more = and === '' ? '' : ` AND ${and}`
  const from = (rows: string) => `FROM ${eventsTable} WHERE ${rows}${more}`
  return { from: from(rowsOf(scope, window)), branches: branchesOf(scope, window).map(from) }
}

/** A step of a walk over rows in the order of the page. */
export interface WalkStep {
  /** `shown`: what earlier steps gave; null when some of it was skipped unread. */
  source: (shown: readonly EventKey[] | null) => RowSource
  /** An expression that counts its items. */
  count: string
  /** ORDER BY. */
  order: string
  /** Whether an event may have several rows, of which the first in the order counts. */
  several: boolean
}

/**
 * ORDER BY of rows by their time. In the order of the table the engine can stop early; where all matches are wanted, it takes four fifths
 * of the time when it need not keep that order.
 */
export function orderOf(
  { offset, limit, matching }: Pick<PageQuery, 'offset' | 'limit' | 'matching'>,
  direction: 'ASC' | 'DESC',
): string {
  const isAll = matching !== undefined && matching <= offset + limit
  // The second is that of `ts`: it is named so that the engine sees the order of the table.
  return `ORDER BY ${isAll ? '' : `sec ${direction}, `}ts ${direction}, id ${direction}`
}

interface Beginning {
  offset: number
  limit: number
  /** Items before it were counted, not read. */
  skipped?: boolean
}

/** Keys of which the first rows are found in this process; of more the engine looks for them. */
const maxComparedKeys = 5_000

/** Collects `limit` items after skipping `offset`. */
export async function collect(
  context: PageContext,
  walk: (progress: WalkProgress) => AsyncIterable<WalkStep>,
  page: Beginning,
  read: Read,
): Promise<EventKey[]> {
  const found: EventKey[] = []
  const progress = { items: 0 }
  let skip = page.offset
  let skipped = page.skipped === true
  for await (const step of walk(progress)) {
    const source = step.source(skipped ? null : found)
    const { keys, left } = await readStep(context, { ...step, source }, skip, page.limit - found.length, read)
    found.push(...keys)
    progress.items += keys.length + skip - left
    skipped ||= left < skip
    skip = left
    if (found.length >= page.limit) break
  }
  return found.slice(0, page.limit)
}

/** Additional rows where some may be of the same event: repeats are few, but come in bursts. */
const spareRows = 20
/** Up to so many rows, the engine reads messages and tags last, for those that are left (query_plan_max_limit_for_lazy_materialization). */
const maxLazyRows = 10_000
/** More are read as keys first. */
const maxWholeRows = 1_000

type Source = Omit<WalkStep, 'source'> & { source: RowSource }

/** Items of a step behind the first `skip`, and what is left to skip in the next steps. */
interface StepItems {
  keys: EventKey[]
  left: number
}

/**
 * Items of one step. LIMIT BY makes the engine read all of the step (measured: 305 ms against 9 for 100 of 10 million), so that the first
 * rows are read without it, which suffices unless most of them are repeats of each other.
 */
async function readStep(
  context: PageContext,
  step: Source,
  skip: number,
  limit: number,
  read: Read,
): Promise<StepItems> {
  const { source, order, several } = step
  const wanted = skip + limit
  if (several && skip <= maxComparedKeys) {
    const asked = 2 * wanted + spareRows
    const rows = await selectKeys(context, source, order, { limit: asked, offset: 0 }, read)
    const seen = new Set<number>()
    const keys = rows.filter(({ id }) => !seen.has(id) && seen.add(id))
    if (keys.length >= wanted || rows.length < asked)
      return { keys: keys.slice(skip, wanted), left: Math.max(0, skip - keys.length) }
  }
  const keys = several
    ? await selectKeys(
        context,
        { from: source.from },
        `${order} LIMIT 1 BY id`,
        { limit, offset: skip },
        read,
      )
    : await selectKeys(context, source, order, { limit, offset: skip }, read)
  if (keys.length > 0 || skip === 0) return { keys, left: 0 }
  return { keys: [], left: Math.max(0, skip - (await countItems(context, step, read))) }
}

/** Keys of rows, with their events when there are few. */
async function selectKeys(
  { client }: Pick<PageContext, 'client'>,
  { from, branches = [from] }: RowSource,
  order: string,
  { limit, offset }: { limit: number; offset: number },
  read: Read,
): Promise<EventKey[]> {
  const lastRow = offset + limit
  // Of branches, the rows that are skipped are read as well.
  const isWhole = limit <= maxWholeRows && lastRow <= (branches.length > 1 ? maxWholeRows : maxLazyRows)
  const columns = isWhole ? eventColumns : keyColumns
  const page = `${order} LIMIT ${number(limit)} OFFSET ${number(offset)}`
  const stored = isWhole ? storedColumns : 'id, first, ts'
  const firsts = branches.map(branch => `SELECT ${stored}, sec ${branch} ${order} LIMIT ${number(lastRow)}`)
  const source = firsts.length > 1 ? `FROM (${firsts.join(' UNION ALL ')})` : (branches[0] ?? from)
  const sql = `SELECT ${columns} ${source} ${page}`
  return isWhole
    ? (await selectEvents(client, sql, read)).map(keyWith)
    : (await client.select(sql, read)).map(keyOf)
}

function keyWith(event: StoredEvent): EventKey {
  return { id: event.id, first: event.ts, ts: event.last, event }
}

export async function countItems(
  { client }: Pick<PageContext, 'client'>,
  { source, count }: { source: RowSource; count: string },
  read: Read,
): Promise<number> {
  const [row] = await client.select(`SELECT ${count} ${source.from}`, read)
  return Number(row?.[0] ?? 0)
}
