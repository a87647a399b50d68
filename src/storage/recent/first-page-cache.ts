import type { Predicate } from '../../filter/predicate.ts'
import type { StoredEvent } from '../../schema/event.ts'
import type { AppendLog } from '../append-log.ts'
import type { PageQuery, Scope } from '../store.ts'
import { micro } from '../time-span.ts'
import { BoundedMatcher, matchBounds } from './bounded-matcher.ts'
import type { RecentBatches } from './recent-batches.ts'
import type { RecentSnapshot } from './recent-snapshot.ts'
import { rowMatcher } from './row-matcher.ts'

const maxEvents = 500
/** Of a page, about; larger ones are read each time. */
const maxBytes = 4_000_000

interface CachedPage {
  /** Appends up to this one were looked at; it may have rows of later ones. */
  number: number
  from: number
  to: number
  limit: number
  events: readonly StoredEvent[]
}

type Pages = WeakMap<Predicate, CachedPage>

interface Beginning {
  number: number
  pages: Pages
}

/**
 * The last first page of each live search of the newest events: while nothing comes in that it would show, it stays valid, and no row is
 * read. Only for searches of now.
 */
export class FirstPageCache {
  readonly #appends: Pick<AppendLog, 'current' | 'since'>
  readonly #recentBatches: Pick<RecentBatches, 'get'>
  #pages: Pages = new WeakMap()

  constructor(appends: Pick<AppendLog, 'current' | 'since'>, recentBatches: Pick<RecentBatches, 'get'>) {
    this.#appends = appends
    this.#recentBatches = recentBatches
  }

  begin(): Beginning {
    return { number: this.#appends.current, pages: this.#pages }
  }

  /** Keeps a page, unless rows were dropped since `begin`. */
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

  /** The cached page, when it is certain that it is still valid. */
  unchanged(scope: Scope, { offset, limit }: PageQuery, recent: RecentSnapshot): StoredEvent[] | undefined {
    const { from, to, predicate } = scope
    const page = this.#pages.get(predicate)
    if (page === undefined || scope.asOf !== undefined || offset !== 0 || page.limit !== limit)
      return undefined
    if (to < page.to || recent.from > page.to) return undefined
    // It would show older events, too.
    if (from < page.from && page.events.length < limit) return undefined
    if (this.#mayShowMore(predicate, page, recent)) return undefined
    const events = page.events.filter(({ last }) => last >= from * micro)
    this.#pages.set(predicate, { ...page, number: this.#appends.current, from, to, events })
    return [...events]
  }

  /** To be called when rows are gone. */
  invalidate(): void {
    this.#pages = new WeakMap()
  }

  /** Whether rows came in, or were ahead of the end of the range, that the page may show. */
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

/** Beside its texts, about. */
const fixedEventBytes = 500

/** Bytes of an event in memory, about. */
function eventMemoryBytes({ message, tags }: StoredEvent): number {
  const inTags = Object.entries(tags).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return fixedEventBytes + 2 * (message.length + inTags)
}
