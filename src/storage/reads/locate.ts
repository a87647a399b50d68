import { number } from '../sql/literal.ts'
import type { PageQuery, Read, Scope } from '../store.ts'
import type { Begun, PageContext } from './page-context.ts'
import { itemsIn, type Stretch, stretches } from './walk.ts'

const usuallyDeep = 2_000
/** Parts of a stretch that are counted apart. */
const parts = 1_000
const hour = 3_600
/** Rows of a stretch behind the first one, which should hold the page. */
const nextStretch = 20_000_000

/** A walk over events by their places in time. */
export interface Places {
  newestFirst: boolean
  /** What comes before all stretches. */
  edge?: Stretch | undefined
  /** A SELECT of parts of the stretch and of how many events have their place there: `part`, `n`. Parts may come several times. */
  places: (stretch: Scope, partOf: (seconds: string) => string) => Promise<string>
}

/** Where a page begins: so many events behind the beginning of this scope, in the order of the walk. */
interface Located {
  scope: Scope
  /** What the scope begins with, and the page lies in. */
  part?: Scope
  offset: number
  /** What comes before was counted, not seen: the edge too. */
  skipped: boolean
}

/** Finds the seconds that a page begins in by counting, so that what lies before a page deep in a search is not read. */
export async function locate(
  context: Pick<PageContext, 'client' | 'estimateRows' | 'deep' | 'told'>,
  scope: Scope,
  query: Pick<PageQuery, 'offset' | 'limit' | 'matching'>,
  { newestFirst, edge, places }: Places,
  read: Read,
): Promise<Located> {
  const beginning = { scope, offset: query.offset, skipped: false }
  let { offset } = query
  const { deep = usuallyDeep } = context
  if (offset < deep) return beginning
  if (edge !== undefined) {
    const items = await itemsIn(context, { ...edge, source: edge.source([]) }, read)
    if (items > offset) return beginning
    offset -= items
  }
  const counted = async (stretch: Scope): Promise<Begun[]> => {
    const { from, to } = stretch
    const step = Math.ceil((to - from) / parts)
    const partOf = (seconds: string) => `intDiv(${seconds} - ${number(from)}, ${number(step)})`
    const rows = await context.client.select(
      `SELECT part, sum(n) FROM (${await places(stretch, partOf)}) GROUP BY part ORDER BY part ${newestFirst ? 'DESC' : 'ASC'}`,
      read,
    )
    return rows.map(([part, events]) => {
      const start = from + Number(part) * step
      return { from: start, to: Math.min(to, start + step), events: Number(events) }
    })
  }
  // What is told is of now, of events that went on behind the scope it tells nothing, and near pages are counted in less than an hour.
  const { value: nearest = scope } = stretchesOf(context, scope, query, newestFirst).next()
  const isFar = nearest.to - nearest.from > hour
  const isTold = isFar && scope.asOf === undefined && offset === query.offset
  const hours = isTold ? await context.told?.begunByHour(scope, read) : undefined
  let rest = scope
  for (const stretch of hours ? [scope] : stretchesOf(context, scope, query, newestFirst)) {
    const parts = hours && (newestFirst ? hours.toReversed() : hours)
    let at = behind(parts ?? (await counted(stretch)), offset)
    // Where events come in bursts, most lie in few parts: these are counted by their own, down to a second.
    while (at.part !== undefined && at.part.events > deep && at.part.to - at.part.from > 1) {
      const { from, to } = at.part
      at = behind(await counted({ ...scope, from, to }), at.offset)
    }
    offset = at.offset
    if (at.part !== undefined) {
      const { from, to } = at.part
      const part = { ...scope, from, to }
      return { scope: newestFirst ? { ...scope, to } : { ...scope, from }, part, offset, skipped: true }
    }
    rest = newestFirst ? { ...scope, to: stretch.from } : { ...scope, from: stretch.to }
  }
  return { scope: rest, offset, skipped: true }
}

/** The stretches of a walk from there. */
export function* stretchesFrom(
  context: PageContext,
  { scope, part, offset }: Pick<Located, 'scope' | 'part' | 'offset'>,
  query: PageQuery,
  newestFirst: boolean,
): Generator<Scope> {
  if (part === undefined) {
    yield* stretches(context, scope, { ...query, offset }, newestFirst)
    return
  }
  yield part
  const rest = newestFirst ? { ...scope, to: part.from } : { ...scope, from: part.to }
  yield* stretches(context, rest, { ...query, offset: 0 }, newestFirst)
}

/** The part that the event behind so many lies in, and how many come before it there; without a part, how many are left. */
function behind(parts: readonly Begun[], offset: number): { part?: Begun; offset: number } {
  let left = offset
  for (const part of parts) {
    if (part.events > left) return { part, offset: left }
    left -= part.events
  }
  return { offset: left }
}

/** The first stretch has a fifth more rows than the page should need. */
function* stretchesOf(
  { estimateRows }: Pick<PageContext, 'estimateRows'>,
  scope: Scope,
  { offset, limit, matching }: Pick<PageQuery, 'offset' | 'limit' | 'matching'>,
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
    length = Math.max(1, secondsFor(nextStretch))
  }
}
