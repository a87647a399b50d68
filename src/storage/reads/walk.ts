import { number } from '../sql/literal.ts'
import type { Cell } from '../sql-client.ts'
import type { PageQuery, Read, Scope } from '../store.ts'
import { type EventKey, keyColumns, keyOf } from './event-key.ts'
import { eventColumns, eventOf } from './event-rows.ts'
import type { PageContext } from './page-context.ts'

/** Rows that the first stretch should hold; the next one holds all the rest, or so many rows when there are more. */
const firstSpanRows = 50_000
const nextSpanRows = 20_000_000

/**
 * Cuts a scope into stretches of whole seconds from one end, short ones first: a page of the newest events then opens few
 * parts of the table, whatever the range. Where few rows match, the first one is as much longer; where no more match than
 * are wanted, it is all there is.
 */
export function* walkSpans(
  context: PageContext,
  scope: Scope,
  query: Pick<PageQuery, 'offset' | 'limit' | 'matching'>,
  newestFirst: boolean,
): Generator<Scope> {
  const total = Math.max(1, scope.to - scope.from)
  const rows = context.estimateRows(scope.from, scope.to)
  const perSecond = rows / total
  const wanted = query.offset + query.limit
  const perMatch = query.matching === undefined ? 1 : Math.max(1, rows / Math.max(1, query.matching))
  const lengthOf = (some: number) => (perSecond === 0 ? total : Math.ceil(some / perSecond))
  let length = lengthOf(Math.max(firstSpanRows, 4 * wanted * perMatch))
  let { from, to } = scope
  while (from < to) {
    // What is left over would be a stretch of its own, hardly worth a statement.
    const size = length * 1.5 >= to - from ? to - from : length
    if (newestFirst) {
      yield { ...scope, from: to - size, to }
      to -= size
    } else {
      yield { ...scope, from, to: from + size }
      from += size
    }
    length = lengthOf(nextSpanRows)
  }
}

/** A stretch of the walk: what to select its rows from, in the order of the page. */
export interface WalkStep {
  /** FROM and WHERE. `shown`: what newer stretches gave, null when some of it was skipped unseen. */
  source: (shown: readonly EventKey[] | null) => string
  /** An expression that counts its items. */
  count: string
  /** ORDER BY. */
  order: string
  /** Whether an event may have several rows here, of which the first in the order counts. */
  several: boolean
  /** It has few rows: the events are read with their keys, and kept. */
  whole?: boolean
  /** Hardly ever holds anything: the stretch behind it is read at the same time. */
  likelyEmpty?: true
}

/**
 * ORDER BY of rows by their time. In the order of the table the engine can stop early; where all that match are wanted, there is nothing
 * to stop for, and it finds them in four fifths of the time when it need not keep to that order.
 */
export function orderOf(
  { offset, limit, matching }: Pick<PageQuery, 'offset' | 'limit' | 'matching'>,
  direction: 'ASC' | 'DESC',
): string {
  const isAll = matching !== undefined && matching <= offset + limit
  // The second is that of `ts`: it is named so that the engine sees the order of the table.
  return `ORDER BY ${isAll ? '' : `sec ${direction}, `}ts ${direction}, id ${direction}`
}

/** Where a walk begins: so many of its items are left out. */
interface Beginning {
  offset: number
  limit: number
  /** Items in front of it were counted, not seen. */
  skipped?: boolean
}

/** So few items are skipped by reading their keys; of more, whole stretches are skipped by their count alone. */
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
  const keysIn = (stretch: WalkStep) => {
    const source = stretch.source(skipped ? null : found)
    return readStep(context, { ...stretch, source }, skip, page.limit - found.length, read)
  }
  const stretches = walk[Symbol.iterator]()
  for (let at = stretches.next(); !at.done && found.length < page.limit; at = stretches.next()) {
    const stretch = at.value
    if (skip > maxSkippedKeys) {
      const items = await countItems(
        context,
        { ...stretch, source: stretch.source(skipped ? null : found) },
        read,
      )
      if (items <= skip) {
        skip -= items
        skipped ||= items > 0
        continue
      }
    } else if (skip === 0 && stretch.likelyEmpty) {
      const behind = stretches.next()
      if (!behind.done) {
        const [here, there] = await Promise.all([keysIn(stretch), keysIn(behind.value)])
        found.push(...here.keys)
        found.push(...(here.keys.length === 0 ? there : await keysIn(behind.value)).keys)
        continue
      }
    }
    const { keys, left } = await keysIn(stretch)
    found.push(...keys)
    skipped ||= left < skip
    skip = left
  }
  return found.slice(0, page.limit)
}

/** Rows asked for when each may be of an event that was seen already: repeats are few, but come in bursts. */
const spareRows = 20

interface Source {
  source: string
  count: string
  order: string
  several: boolean
  whole?: boolean
}

/** Items of a stretch behind the first `skip`, and how many of these are to be skipped in the stretches that follow. */
interface StepItems {
  keys: EventKey[]
  left: number
}

/**
 * Items of one stretch. LIMIT BY makes the engine read the whole stretch (measured: 305 ms against 9 for 100 of 10 million),
 * so the first rows are read without it, which suffices unless most of them are repeats of each other.
 */
async function readStep(
  context: PageContext,
  stretch: Source,
  skip: number,
  limit: number,
  read: Read,
): Promise<StepItems> {
  const { source, order, several, whole } = stretch
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
  return { keys: [], left: Math.max(0, skip - (await countItems(context, stretch, read))) }
}

/** How many items a stretch has. */
export async function countItems(
  { client }: Pick<PageContext, 'client'>,
  { source, count }: Pick<Source, 'source' | 'count'>,
  read: Read,
): Promise<number> {
  const [row] = await client.select(`SELECT ${count} ${source}`, read)
  return Number(row?.[0] ?? 0)
}
