import { eventsTable } from '../sql/columns.ts'
import { number } from '../sql/literal.ts'
import { rowsOf } from '../sql/scope.ts'
import type { PageQuery, Read, Scope } from '../store.ts'
import { descend, type PageStart, partAtOffset } from './descend.ts'
import type { EventCount, PageContext } from './page-context.ts'
import { countItems, type WalkStep, walkSpans } from './walk.ts'

const defaultDeep = 2_000
/** Parts of a stretch that are counted apart. */
const partsPerStatement = 1_000
/** Rows of a stretch behind the first one, which should hold the page. */
const nextSpanRows = 20_000_000

/** A walk over events by their places in time. */
export interface PlaceWalk {
  newestFirst: boolean
  /** What comes before all stretches. */
  edge?: WalkStep | undefined
  /** A SELECT of parts of the stretch and of how many events have their place there: `part`, `n`. Parts may come several times. */
  places: (stretch: Scope, partOf: (seconds: string) => string) => Promise<string>
  /**
   * How many events come before a stretch that begins here (in the order of the walk) beside those that began before it; undefined when
   * that is not known. The edge is among them.
   */
  others: (beginning: number) => Promise<number | undefined>
}

/** Where a page begins: so many events behind the beginning of this scope, in the order of the walk. */
interface LocatedPage {
  scope: Scope
  /** What the scope begins with, and the page lies in. */
  part?: Scope
  offset: number
  /** What comes before was counted, not seen: the edge too. */
  skipped: boolean
}

type Context = Pick<PageContext, 'client' | 'window' | 'estimateRows' | 'deep' | 'hints' | 'settledUntil'>
type PageBounds = Pick<PageQuery, 'offset' | 'limit' | 'matching'>

/** Finds the seconds that a page begins in by counting, so that what lies before a page deep in a search is not read. */
export async function locate(
  context: Context,
  scope: Scope,
  query: PageBounds,
  walk: PlaceWalk,
  read: Read,
): Promise<LocatedPage> {
  const beginning = { scope, offset: query.offset, skipped: false }
  const { deep = defaultDeep } = context
  if (query.offset < deep) return beginning
  const hints = await locateByHints(context, scope, query, walk, read)
  if (hints !== undefined) return await narrow(context, scope, query, hints, walk, read)
  const { newestFirst, edge } = walk
  let { offset } = query
  if (edge !== undefined) {
    const items = await countItems(context, { ...edge, source: edge.source([]) }, read)
    if (items > offset) return beginning
    offset -= items
  }
  let rest = scope
  for (const stretch of growingSpans(context, scope, query, newestFirst)) {
    const { part, offset: left } = partAtOffset(await countParts(context, stretch, walk, read), offset)
    if (part !== undefined)
      return await narrow(context, scope, query, { stretch: part, offset: left }, walk, read)
    offset = left
    rest = newestFirst ? { ...scope, to: stretch.from } : { ...scope, from: stretch.to }
  }
  return { scope: rest, offset, skipped: true }
}

/** Where it begins by what is told of when events began, and of those that have their place elsewhere; undefined when that is not known. */
async function locateByHints(
  context: Context,
  scope: Scope,
  { offset, limit }: PageBounds,
  { newestFirst, others }: PlaceWalk,
  read: Read,
): Promise<PageStart | undefined> {
  if (context.hints === undefined) return undefined
  const settled = settledPart(context, scope)
  if (settled.to <= settled.from) return undefined
  const later = newestFirst ? await countStarted(context, { ...scope, from: settled.to }, read) : 0
  if (offset < later) return undefined
  // Those that have their place elsewhere are few: when there are some, the stretch may begin that much too late.
  let sooner = 0
  for (let tries = 0; tries < 2; tries++) {
    const from = Math.max(0, offset - later - sooner)
    const found = await descend(context, settled, { offset: from, limit: limit + sooner }, newestFirst, read)
    if (found === undefined) return undefined
    const { stretch } = found
    const before = await others(newestFirst ? stretch.to : stretch.from)
    if (before === undefined) return undefined
    const left = found.offset + (offset - later - from) - before
    // What was told may have come in meanwhile.
    if (settledPart(context, scope).to < settled.to) return undefined
    if (left >= 0) return { stretch, offset: left }
    sooner = 2 * before
  }
  return undefined
}

/** The beginning of a scope that is as it was at its moment: what is told is of now. */
function settledPart({ settledUntil }: Context, scope: Scope): Scope {
  if (scope.asOf === undefined) return scope
  return { ...scope, to: Math.min(scope.to, settledUntil?.(scope) ?? scope.from) }
}

/** How many events began in a stretch. */
async function countStarted({ client, window }: Context, stretch: Scope, read: Read): Promise<number> {
  if (stretch.from >= stretch.to) return 0
  const source = `FROM ${eventsTable} WHERE ${rowsOf(stretch, window)} AND repeat = 0`
  return await countItems({ client }, { source, count: 'count()' }, read)
}

/** Where events come in bursts, most lie in few parts: these are counted by their own, down to a second. */
async function narrow(
  context: Context,
  scope: Scope,
  { limit }: PageBounds,
  { stretch, offset }: PageStart,
  walk: PlaceWalk,
  read: Read,
): Promise<LocatedPage> {
  const { deep = defaultDeep } = context
  let at: { part?: EventCount; offset: number } = { part: stretch, offset }
  let { from, to } = stretch
  while (at.part !== undefined && at.part.events > deep + limit && to - from > 1) {
    at = partAtOffset(await countParts(context, { ...scope, from, to }, walk, read), at.offset)
    if (at.part !== undefined) ({ from, to } = at.part)
  }
  const { newestFirst } = walk
  if (at.part === undefined) {
    const rest = newestFirst ? { ...scope, to: from } : { ...scope, from: to }
    return { scope: rest, offset: at.offset, skipped: true }
  }
  const part = { ...scope, from, to }
  return {
    scope: newestFirst ? { ...scope, to } : { ...scope, from },
    part,
    offset: at.offset,
    skipped: true,
  }
}

/** How many events have their place in each part of a stretch, in the order of the walk. */
async function countParts(
  { client }: Pick<PageContext, 'client'>,
  stretch: Scope,
  { newestFirst, places }: PlaceWalk,
  read: Read,
): Promise<EventCount[]> {
  const { from, to } = stretch
  const step = Math.ceil((to - from) / partsPerStatement)
  const partOf = (seconds: string) => `intDiv(${seconds} - ${number(from)}, ${number(step)})`
  const rows = await client.select(
    `SELECT part, sum(n) FROM (${await places(stretch, partOf)}) GROUP BY part ORDER BY part ${newestFirst ? 'DESC' : 'ASC'}`,
    read,
  )
  return rows.map(([part, events]) => {
    const start = from + Number(part) * step
    return { from: start, to: Math.min(to, start + step), events: Number(events) }
  })
}

/** The stretches of a walk from there. */
export function* spansFrom(
  context: PageContext,
  { scope, part, offset }: Pick<LocatedPage, 'scope' | 'part' | 'offset'>,
  query: PageQuery,
  newestFirst: boolean,
): Generator<Scope> {
  if (part === undefined) {
    yield* walkSpans(context, scope, { ...query, offset }, newestFirst)
    return
  }
  yield part
  const rest = newestFirst ? { ...scope, to: part.from } : { ...scope, from: part.to }
  yield* walkSpans(context, rest, { ...query, offset: 0 }, newestFirst)
}

/** The first stretch has a fifth more rows than the page should need. */
function* growingSpans(
  { estimateRows }: Pick<PageContext, 'estimateRows'>,
  scope: Scope,
  { offset, limit, matching }: PageBounds,
  newestFirst: boolean,
): Generator<Scope> {
  let { from, to } = scope
  const rows = Math.max(1, estimateRows(from, to))
  const perMatch = matching === undefined ? 1 : Math.max(1, rows / Math.max(1, matching))
  const secondsFor = (some: number) => Math.ceil((some * (scope.to - scope.from)) / rows)
  let length = secondsFor(1.2 * (offset + limit) * perMatch)
  while (from < to) {
    const size = length * 1.5 >= to - from ? to - from : length
    yield newestFirst ? { ...scope, from: to - size, to } : { ...scope, from, to: from + size }
    if (newestFirst) to -= size
    else from += size
    length = Math.max(1, secondsFor(nextSpanRows))
  }
}
