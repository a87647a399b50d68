import { number } from '../sql/literal.ts'
import type { PageQuery, Read, Scope } from '../store.ts'
import type { PageContext } from './page-context.ts'
import { itemsIn, type Stretch } from './walk.ts'

const usuallyDeep = 2_000
/** Parts of a stretch that are counted apart. */
const parts = 1_000
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
  offset: number
  /** What comes before was counted, not seen: the edge too. */
  skipped: boolean
}

/** Finds the seconds that a page begins in by counting, so that a page deep in a search costs hardly more than the first one. */
export async function locate(
  context: Pick<PageContext, 'client' | 'estimateRows' | 'deep'>,
  scope: Scope,
  query: Pick<PageQuery, 'offset' | 'limit' | 'matching'>,
  { newestFirst, edge, places }: Places,
  read: Read,
): Promise<Located> {
  const beginning = { scope, offset: query.offset, skipped: false }
  let { offset } = query
  if (offset < (context.deep ?? usuallyDeep)) return beginning
  if (edge !== undefined) {
    const items = await itemsIn(context, { ...edge, source: edge.source([]) }, read)
    if (items > offset) return beginning
    offset -= items
  }
  const direction = newestFirst ? 'DESC' : 'ASC'
  let rest = scope
  for (const stretch of stretchesOf(context, scope, query, newestFirst)) {
    const { from, to } = stretch
    const step = Math.ceil((to - from) / parts)
    const partOf = (seconds: string) => `intDiv(${seconds} - ${number(from)}, ${number(step)})`
    const counted = await context.client.select(
      `SELECT part, sum(n) FROM (${await places(stretch, partOf)}) GROUP BY part ORDER BY part ${direction}`,
      read,
    )
    for (const [part, events] of counted) {
      const start = from + Number(part) * step
      if (Number(events) > offset) {
        rest = newestFirst ? { ...scope, to: Math.min(to, start + step) } : { ...scope, from: start }
        return { scope: rest, offset, skipped: true }
      }
      offset -= Number(events)
    }
    rest = newestFirst ? { ...scope, to: from } : { ...scope, from: to }
  }
  return { scope: rest, offset, skipped: true }
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
