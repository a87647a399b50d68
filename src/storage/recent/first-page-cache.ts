import type { Predicate } from '../../filter/predicate.ts'
import type { StoredEvent } from '../../schema/event.ts'
import type { AppendLog } from '../append-log.ts'
import { eventMemoryBytes } from '../reads/event-cache.ts'
import type { PageQuery, Scope } from '../store.ts'
import { micro } from '../time-span.ts'
import { BoundedMatcher, matchBounds } from './bounded-matcher.ts'
import type { RecentBatches } from './recent-batches.ts'
import type { RecentSnapshot } from './recent-snapshot.ts'
import { rowMatcher } from './row-matcher.ts'

/** Longer pages are read each time. */
const maxEvents = 500
/** About the bytes of a page; larger ones are read each time. */
const maxBytes = 4_000_000

interface CachedPage {
  /** All appends up to this one were looked at; of later ones there may be rows in it. */
  number: number
  from: number
  to: number
  limit: number
  events: readonly StoredEvent[]
}

type Pages = WeakMap<Predicate, CachedPage>

/** When a page began to be looked for. */
interface Beginning {
  number: number
  pages: Pages
}

/**
 * The first page that each live search of the newest events had last: while nothing comes in that it would show, it stays what it is,
 * and no row is read for that. Moments that have passed are not for it.
 */
export class FirstPageCache {
  readonly #appends: Pick<AppendLog, 'current' | 'since'>
  readonly #recentBatches: Pick<RecentBatches, 'get'>
  #pages: Pages = new WeakMap()

  constructor(appends: Pick<AppendLog, 'current' | 'since'>, recentBatches: Pick<RecentBatches, 'get'>) {
    this.#appends = appends
    this.#recentBatches = recentBatches
  }

  /** To be called before a page is looked for. */
  begin(): Beginning {
    return { number: this.#appends.current, pages: this.#pages }
  }

  /** Keeps what was found, unless something was forgotten meanwhile. */
  keep(
    { number, pages }: Beginning,
    { predicate, from, to, asOf }: Scope,
    { offset, limit }: PageQuery,
    events: readonly StoredEvent[],
  ): void {
    if (asOf !== undefined || offset !== 0 || limit > maxEvents) return
    if (events.reduce((sum, event) => sum + eventMemoryBytes(event), 0) > maxBytes) return
    pages.set(predicate, { number, from, to, limit, events: [...events] })
  }

  /** The page, when it is the last one still; undefined when that is not known. */
  unchanged(scope: Scope, { offset, limit }: PageQuery, recent: RecentSnapshot): StoredEvent[] | undefined {
    const { from, to, predicate } = scope
    const page = this.#pages.get(predicate)
    if (page === undefined || scope.asOf !== undefined || offset !== 0 || page.limit !== limit)
      return undefined
    if (to < page.to || recent.from > page.to) return undefined
    // Older events would be on it, too.
    if (from < page.from && page.events.length < limit) return undefined
    if (this.#mayShowMore(predicate, page, recent)) return undefined
    const events = page.events.filter(({ last }) => last >= from * micro)
    this.#pages.set(predicate, { ...page, number: this.#appends.current, from, to, events })
    return [...events]
  }

  /** What was shown may be gone. */
  invalidate(): void {
    this.#pages = new WeakMap()
  }

  /** Whether something has come in that would be shown, or was ahead of the end of the range. */
  #mayShowMore(predicate: Predicate, page: CachedPage, { rows }: RecentSnapshot): boolean {
    const news = this.#appends.since(page.number)
    if (news === undefined || news.some(({ replayed }) => replayed)) return true
    const batches = this.#recentBatches.get(news.map(({ sequence }) => sequence))
    if (batches === undefined) return true
    const fit = new BoundedMatcher(rowMatcher(predicate), matchBounds.page)
    for (let at = rows.length - 1; at >= 0; at--) {
      const row = rows[at]
      if (row === undefined || row.ts < page.to * micro) break
      if (fit.matches(row.batch, row.row) !== false) return true
    }
    for (const batch of batches) {
      for (let row = 0; row < batch.size; row++) if (fit.matches(batch, row) !== false) return true
    }
    return false
  }
}
