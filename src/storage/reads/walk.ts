import { number } from '../sql/literal.ts'
import type { Cell } from '../sql-client.ts'
import type { PageQuery, Read, Scope } from '../store.ts'
import type { Span } from '../time-span.ts'
import { type EventKey, keyColumns, keyOf } from './event-key.ts'
import { eventColumns, eventOf } from './event-rows.ts'
import type { PageContext } from './page-context.ts'

/** Rows that the first span of a walk should have; the next one has all the rest, or so many rows when there are more. */
const firstSpanRows = 50_000
const nextSpanRows = 20_000_000

/**
 * Cuts a scope into spans of whole seconds from one end, short ones first: a page of the newest events then opens few
 * parts of the table, whatever the range. Where few rows match, the first one is as much longer; where no more match than
 * are wanted, it is all there is.
 */
export function walkSpans(
  context: PageContext,
  scope: Scope,
  { offset, limit, matching }: Pick<PageQuery, 'offset' | 'limit' | 'matching'>,
  newestFirst: boolean,
): Generator<Scope> {
  const rows = 4 * (offset + limit) * rowsPerMatch(context, scope, matching)
  return growingSpans(context, scope, Math.max(firstSpanRows, rows), newestFirst)
}

/** Spans of a scope from one end; `firstRows`: those that the first one should have. */
export function* growingSpans(
  { estimateRows }: Pick<PageContext, 'estimateRows'>,
  scope: Scope,
  firstRows: number,
  newestFirst: boolean,
): Generator<Scope> {
  let { from, to } = scope
  const rows = estimateRows(from, to)
  const total = Math.max(1, to - from)
  const secondsFor = (some: number) => (rows === 0 ? total : Math.max(1, Math.ceil((some * total) / rows)))
  let length = secondsFor(firstRows)
  while (from < to) {
    // What is left over would be a span of its own, hardly worth a statement.
    const size = length * 1.5 >= to - from ? to - from : length
    yield newestFirst ? { ...scope, from: to - size, to } : { ...scope, from, to: from + size }
    if (newestFirst) to -= size
    else from += size
    length = secondsFor(nextSpanRows)
  }
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

/** A step of a walk over rows in the order of the page. */
export interface WalkStep {
  /** FROM and WHERE. `shown`: what earlier steps gave; null when some of it was skipped unread. */
  source: (shown: readonly EventKey[] | null) => string
  /** An expression that counts its items. */
  count: string
  /** ORDER BY. */
  order: string
  /** Whether an event may have several rows, of which the first in the order counts. */
  several: boolean
  /** It has few rows: events are read with their keys, and cached. */
  whole?: boolean
  /** Hardly ever has a row: the next step is read at the same time. */
  likelyEmpty?: true
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

/** Fewer items are skipped by reading their keys; otherwise whole steps are skipped by their count. */
const maxSkippedKeys = 5_000

/** Collects `limit` items after skipping `offset`. */
export async function collect(
  context: PageContext,
  walk: Iterable<WalkStep>,
  page: Beginning,
  read: Read,
): Promise<EventKey[]> {
  const found: EventKey[] = []
  let skip = page.offset
  let skipped = page.skipped === true
  const keysIn = (step: WalkStep) => {
    const source = step.source(skipped ? null : found)
    return readStep(context, { ...step, source }, skip, page.limit - found.length, read)
  }
  const steps = walk[Symbol.iterator]()
  for (let at = steps.next(); !at.done && found.length < page.limit; at = steps.next()) {
    const step = at.value
    if (skip > maxSkippedKeys) {
      const items = await countItems(context, { ...step, source: step.source(skipped ? null : found) }, read)
      if (items <= skip) {
        skip -= items
        skipped ||= items > 0
        continue
      }
    } else if (skip === 0 && step.likelyEmpty) {
      const behind = steps.next()
      if (!behind.done) {
        const [here, there] = await Promise.all([keysIn(step), keysIn(behind.value)])
        found.push(...here.keys)
        found.push(...(here.keys.length === 0 ? there : await keysIn(behind.value)).keys)
        continue
      }
    }
    const { keys, left } = await keysIn(step)
    found.push(...keys)
    skipped ||= left < skip
    skip = left
  }
  return found.slice(0, page.limit)
}

/** Additional rows where some may be of the same event: repeats are few, but come in bursts. */
const spareRows = 20

type Source = Omit<WalkStep, 'source' | 'likelyEmpty'> & { source: string }

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
  const { source, order, several, whole } = step
  // An event begins with its key.
  const select = `SELECT ${whole ? eventColumns : keyColumns} ${source} ${order}`
  const keep = (row: readonly Cell[]) => {
    if (!whole) return
    const event = eventOf(row)
    context.eventCache.set(event.id, event)
  }
  if (several && skip <= maxSkippedKeys) {
    const wanted = skip + limit
    const asked = 2 * wanted + spareRows
    const rows = await context.client.select(`${select} LIMIT ${number(asked)}`, read)
    const seen = new Map<number, EventKey>()
    for (const row of rows) {
      const key = keyOf(row)
      if (seen.has(key.id)) continue
      seen.set(key.id, key)
      if (seen.size > skip && seen.size <= wanted) keep(row)
    }
    if (seen.size >= wanted || rows.length < asked) {
      return { keys: [...seen.values()].slice(skip, wanted), left: Math.max(0, skip - seen.size) }
    }
  }
  const single = several ? ' LIMIT 1 BY id' : ''
  const rows = await context.client.select(
    `${select}${single} LIMIT ${number(limit)} OFFSET ${number(skip)}`,
    read,
  )
  rows.forEach(keep)
  if (rows.length > 0 || skip === 0) return { keys: rows.map(keyOf), left: 0 }
  return { keys: [], left: Math.max(0, skip - (await countItems(context, step, read))) }
}

export async function countItems(
  { client }: Pick<PageContext, 'client'>,
  { source, count }: Pick<Source, 'source' | 'count'>,
  read: Read,
): Promise<number> {
  const [row] = await client.select(`SELECT ${count} ${source}`, read)
  return Number(row?.[0] ?? 0)
}
