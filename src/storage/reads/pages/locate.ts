import type { PageQuery, Read, Scope } from '../../contract/event-store.ts'
import { daySeconds } from '../../contract/time-span.ts'
import { number } from '../../sql/literal.ts'
import { rowsOf } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { CountHints, EventCount, PageContext } from '../context.ts'
import {
  countSource,
  growingSpans,
  restOf,
  rowsPerMatch,
  type WalkProgress,
  type WalkStep,
  walkSpans,
} from './walk.ts'

// Locates a deep page: finds the seconds in which it begins by counting events, so that the rows before the
// page are not read. Counts in memory (known counts) come first, then statements that count events by parts
// of time. For example, for the newest events from the 50,000th on: by the counts of days, 48,000 events are
// newer than January 4; by the counts of its hours, another 1,700 are newer than 13:00 to 14:00 there; so the
// page begins after 300 events of that hour.

/** See PageContext.deepOffset. */
const defaultDeepOffset = 9_000
/** Maximum parts of equal length into which one counting statement cuts its span. */
const partsPerStatement = 1_000

/** A walk over events by time: by the seconds of their first rows, or of their newest rows. */
export interface PlaceWalk {
  newestFirst: boolean
  /**
   * A step before all spans of the walk. Newest occurrence first: events with rows after the range. Oldest
   * event first: events that began before the range.
   */
  edgeStep?: WalkStep | undefined
  /**
   * SELECT of the parts of a span and the number of events with their place in each: `part`, `n`. A part may
   * have several rows.
   */
  places: (span: Scope, partOf: (seconds: string) => string) => Promise<string>
  /**
   * Counts the events that the walk lists before it reaches this second, but that known counts, which count
   * an event where it began, do not have there. By newest rows: events that began before it and were repeated
   * after it, such as an event from 11:00 that was repeated at 13:00, if `reached` is 12:00. By first rows,
   * oldest first: the events of `edgeStep`. By first rows, newest first: none. Undefined if unknown.
   */
  countListedEarly: (reached: number) => Promise<number | undefined>
}

/** Where a page begins: `offset` events after the beginning of the scope, in the order of the walk. */
interface LocatedPage {
  scope: Scope
  /** The first part of the scope, in which the page begins; absent if not known. */
  part?: Scope
  offset: number
  /** Whether the events before `scope`, including events of `edgeStep`, were counted and need not be read. */
  isLocated: boolean
}

type Context = Pick<
  PageContext,
  'client' | 'window' | 'names' | 'estimateRows' | 'deepOffset' | 'knownCounts' | 'journal'
>
type PageBounds = Pick<PageQuery, 'offset' | 'limit' | 'matching'>

/** Locates a page if its offset is deep; otherwise the page begins at the beginning of the scope. */
export async function locate(
  context: Context,
  scope: Scope,
  query: PageBounds,
  walk: PlaceWalk,
  read: Read,
): Promise<LocatedPage> {
  const beginning = { scope, offset: query.offset, isLocated: false }
  const { deepOffset = defaultDeepOffset } = context
  if (query.offset < deepOffset) return beginning
  const start = await locateByKnownCounts(context, scope, query, walk, read)
  if (start !== undefined) return await narrowByCounting(context, scope, query, start, walk, read)
  const { newestFirst, edgeStep } = walk
  let { offset } = query
  if (edgeStep !== undefined) {
    const events = await countSource(context, { ...edgeStep, source: edgeStep.source([]) }, read)
    if (events > offset) return beginning
    offset -= events
  }
  let rest = scope
  // The first span has a fifth more rows than the page is expected to need.
  const rows = 1.2 * (query.offset + query.limit) * rowsPerMatch(context, scope, query.matching)
  for (const span of growingSpans(context, scope, rows, newestFirst)) {
    const { part, offset: left } = partAtOffset(await countParts(context, span, walk, read), offset)
    if (part !== undefined)
      return await narrowByCounting(context, scope, query, { span: part, offset: left }, walk, read)
    offset = left
    rest = restOf(scope, span, newestFirst)
  }
  // The page begins after all events: `rest` is empty.
  return { scope: rest, offset, isLocated: true }
}

/**
 * Finds the beginning of a page by known counts, which count events where they began. Corrects the position
 * by the number of events that the walk lists early. Undefined if these counts do not suffice.
 */
async function locateByKnownCounts(
  context: Context,
  scope: Scope,
  { offset, limit }: PageBounds,
  { newestFirst, countListedEarly }: PlaceWalk,
  read: Read,
): Promise<PageStart | undefined> {
  const { knownCounts } = context
  if (knownCounts === undefined) return undefined
  const settled = settledPart(context, scope)
  if (settled.to <= settled.from) return undefined
  const newer = newestFirst ? await countStarted(context, { ...scope, from: settled.to }, read) : 0
  const settledOffset = offset - newer
  if (settledOffset < 0) return undefined
  // Each event that is listed early moves the beginning of the page one event back in the counts. The first
  // try assumes none; if the span that it finds is then too far on, the second one searches twice as far
  // back.
  let margin = 0
  for (let tries = 0; tries < 2; tries++) {
    const searchOffset = Math.max(0, settledOffset - margin)
    const bounds = { offset: searchOffset, limit: limit + margin }
    const found = await findByKnownCounts(knownCounts, settled, bounds, newestFirst, read)
    if (found === undefined) return undefined
    const { span } = found
    const listedEarly = await countListedEarly(newestFirst ? span.to : span.from)
    if (listedEarly === undefined) return undefined
    const offsetInSpan = found.offset + (settledOffset - searchOffset) - listedEarly
    // Known counts may include rows that arrived meanwhile.
    if (settledPart(context, scope).to < settled.to) return undefined
    if (offsetInSpan >= 0) return { span, offset: offsetInSpan }
    margin = 2 * listedEarly
  }
  return undefined
}

/**
 * The oldest part of a scope, in which no rows have changed since its mark: known counts, which are current,
 * are right for this part.
 */
function settledPart({ journal, window }: Context, scope: Scope): Scope {
  const { from, to, asOf } = scope
  if (asOf === undefined) return scope
  const around = { from: from - window, to: to + window }
  return { ...scope, to: Math.min(to, journal?.settledUntil(around, asOf.number) ?? from) }
}

/** The number of events that began in a span. */
async function countStarted(context: Context, span: Scope, read: Read): Promise<number> {
  if (span.from >= span.to) return 0
  const source = { from: `FROM ${eventsTable} WHERE ${rowsOf(span, context)} AND repeat = 0` }
  return await countSource(context, { source, count: 'count()' }, read)
}

/** Counts smaller parts, down to a second: when events come in bursts, most lie in few parts. */
async function narrowByCounting(
  context: Context,
  scope: Scope,
  { limit }: PageBounds,
  { span, offset }: PageStart,
  walk: PlaceWalk,
  read: Read,
): Promise<LocatedPage> {
  const { deepOffset = defaultDeepOffset } = context
  let found: { part?: EventCount; offset: number } = { part: span, offset }
  let { from, to } = span
  let parts: readonly EventCount[] = []
  while (found.part !== undefined && found.part.events > deepOffset + limit && to - from > 1) {
    parts = await countParts(context, { ...scope, from, to }, walk, read)
    found = partAtOffset(parts, found.offset)
    if (found.part !== undefined) ({ from, to } = found.part)
  }
  const { newestFirst } = walk
  // The walk lists fewer events in the span than known counts say: the page begins after it.
  if (found.part === undefined)
    return { scope: restOf(scope, { from, to }, newestFirst), offset: found.offset, isLocated: true }
  if (parts.length > 0) ({ from, to } = extendPart(parts, found.part, found.offset + limit))
  const part = { ...scope, from, to }
  return {
    scope: newestFirst ? { ...scope, to } : { ...scope, from },
    part,
    offset: found.offset,
    isLocated: true,
  }
}

/** Counts the events of each part, in the order of the walk. */
async function countParts(
  { client }: Pick<PageContext, 'client'>,
  span: Scope,
  { newestFirst, places }: PlaceWalk,
  read: Read,
): Promise<EventCount[]> {
  const { from, to } = span
  const step = Math.ceil((to - from) / partsPerStatement)
  const partOf = (seconds: string) => `intDiv(${seconds} - ${number(from)}, ${number(step)})`
  const rows = await client.select(
    `SELECT part, sum(n) FROM (${await places(span, partOf)}) GROUP BY part ORDER BY part ${newestFirst ? 'DESC' : 'ASC'}`,
    read,
  )
  return rows.map(([part, events]) => {
    const start = from + Number(part) * step
    return { from: start, to: Math.min(to, start + step), events: Number(events) }
  })
}

/** The spans of a walk that starts at a located page. */
export async function* spansFrom(
  context: PageContext,
  { scope, part, offset }: Pick<LocatedPage, 'scope' | 'part' | 'offset'>,
  query: PageQuery,
  newestFirst: boolean,
  progress: WalkProgress,
  read: Read,
): AsyncGenerator<Scope> {
  if (part === undefined) {
    yield* walkSpans(context, scope, { ...query, offset }, newestFirst, progress, read)
    return
  }
  yield part
  const rest = restOf(scope, part, newestFirst)
  yield* walkSpans(context, rest, { ...query, offset: 0 }, newestFirst, progress, read)
}

/** Lengths of the counted parts: days, then the hours of one day, then the minutes of one hour. */
const partSeconds = [daySeconds, 3_600, 60] as const
/** In a scope of at most this many hours, the search begins with hours instead of days. */
const maxHours = 1_000

/** A span, and the number of its events before the page in the order of the walk. */
interface PageStart {
  span: EventCount
  offset: number
}

/**
 * Finds where a page begins in the order in which events began, from counts only. The span contains the whole
 * page unless an hour ends within the page. Undefined when counts are not known, or when there are fewer
 * events. Counts are current, even if the scope has an earlier mark.
 */
async function findByKnownCounts(
  knownCounts: CountHints,
  scope: Scope,
  { offset, limit }: Pick<PageQuery, 'offset' | 'limit'>,
  newestFirst: boolean,
  read: Read,
): Promise<PageStart | undefined> {
  let found: PageStart | undefined
  for (const length of partSeconds) {
    if (length === daySeconds && scope.to - scope.from <= maxHours * 3_600) continue
    const { span: within, offset: left } = found ?? { span: scope, offset }
    const begun = await knownCounts.eventCounts({ ...scope, from: within.from, to: within.to }, length, read)
    if (begun === undefined) break
    const parts = newestFirst ? begun.toReversed() : begun
    const at = partAtOffset(parts, left)
    if (at.part === undefined) return undefined
    const isLast = length === partSeconds.at(-1)
    const span = isLast ? extendPart(parts, at.part, at.offset + limit) : at.part
    found = { span, offset: at.offset }
  }
  return found
}

/** The part with the event at this offset, and the offset within it; without a part, the remaining offset. */
function partAtOffset(parts: readonly EventCount[], offset: number): { part?: EventCount; offset: number } {
  let left = offset
  for (const part of parts) {
    if (part.events > left) return { part, offset: left }
    left -= part.events
  }
  return { offset: left }
}

/** Extends a part by the parts after it until it has the wanted number of events. */
function extendPart(parts: readonly EventCount[], part: EventCount, wanted: number): EventCount {
  let { from, to, events } = part
  for (let at = parts.indexOf(part) + 1; at < parts.length && events < wanted; at++) {
    const next = parts[at]
    if (next === undefined) break
    from = Math.min(from, next.from)
    to = Math.max(to, next.to)
    events += next.events
  }
  return { from, to, events }
}
