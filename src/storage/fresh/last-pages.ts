import type { Predicate } from '../../filter/predicate.ts'
import type { StoredEvent } from '../../schema/event.ts'
import type { AppendLog } from '../append-log.ts'
import type { PageQuery, Scope } from '../store.ts'
import type { FreshBatch } from './fresh-batch.ts'
import type { FreshBatches } from './fresh-batches.ts'
import type { Recent } from './recent-rows.ts'
import { type RowFit, rowFit } from './row-fit.ts'

/** Longer pages are read each time. */
const mostKept = 500
/** Rows that are held against a predicate one by one. */
const mostMatched = 2_000
const micro = 1_000_000

interface LastPage {
  /** All appends up to this one were looked at, no others. */
  number: number
  to: number
  offset: number
  limit: number
  events: readonly StoredEvent[]
}

/**
 * The first page that each live search of the newest events had last: while nothing comes in that it would show, it stays what it is,
 * and no row is read for that.
 */
export class LastPages {
  readonly #appends: Pick<AppendLog, 'current' | 'since'>
  readonly #fresh: Pick<FreshBatches, 'of'>
  #pages = new WeakMap<Predicate, LastPage>()

  constructor(appends: Pick<AppendLog, 'current' | 'since'>, fresh: Pick<FreshBatches, 'of'>) {
    this.#appends = appends
    this.#fresh = fresh
  }

  /** Up to which append a read of this scope looks that begins now. */
  numberOf({ asOf }: Scope): number {
    return asOf?.appended ?? this.#appends.current
  }

  keep(
    { predicate, to }: Scope,
    { offset, limit }: PageQuery,
    number: number,
    events: readonly StoredEvent[],
  ) {
    if (offset === 0 && limit <= mostKept) this.#pages.set(predicate, { number, to, offset, limit, events })
  }

  /** The page, when it is the last one still; undefined when that is not known. */
  unchanged(scope: Scope, { offset, limit }: PageQuery, recent: Recent): StoredEvent[] | undefined {
    const page = this.#pages.get(scope.predicate)
    const number = this.numberOf(scope)
    if (page === undefined || page.offset !== offset || page.limit !== limit) return undefined
    if (page.number > number || page.to > scope.to || recent.from > page.to) return undefined
    const news = this.#appends.since(page.number)?.filter(entry => entry.number <= number)
    if (news === undefined || news.some(({ again }) => again)) return undefined
    const batches = this.#fresh.of(news.map(({ sequence }) => sequence))
    if (batches === undefined) return undefined
    const search = new Search(rowFit(scope.predicate))
    // Rows that were ahead of the range's end before.
    for (let at = recent.rows.length - 1; at >= 0; at--) {
      const row = recent.rows[at]
      if (row === undefined || row.ts < page.to * micro) break
      if (search.mayShow(row.batch, row.row)) return undefined
    }
    for (const batch of batches) {
      for (let row = 0; row < batch.size; row++) if (search.mayShow(batch, row)) return undefined
    }
    const kept = { ...page, number, to: scope.to }
    kept.events = page.events.filter(({ last }) => last >= scope.from * micro)
    this.#pages.set(scope.predicate, kept)
    return [...kept.events]
  }

  /** What was shown may be gone. */
  forget(): void {
    this.#pages = new WeakMap()
  }
}

/** Looks for a row that would be shown, for as long as that is little work. */
class Search {
  readonly #fit: RowFit
  #matched = 0

  constructor(fit: RowFit) {
    this.#fit = fit
  }

  mayShow(batch: FreshBatch, row: number): boolean {
    const fits = this.#fit.glance(batch, row)
    if (fits !== 'unsure') return fits
    return ++this.#matched > mostMatched || this.#fit.matches(batch, row)
  }
}
