import type { Predicate } from '../../../filter/predicate/predicate.ts'
import type { StoredEvent } from '../../../schema/event/event.ts'
import type { PageQuery, Scope } from '../../contract/event-store.ts'
import { micro } from '../../contract/time-span.ts'
import { type Followed, follow } from '../../journal/follow.ts'
import { allTime, type Change, type StoreJournal } from '../../journal/journal.ts'
import { BoundedMatcher, matchBounds } from './bounded-matcher.ts'
import type { RecentBatch } from './recent-batch.ts'
import type { RecentBatches } from './recent-batches.ts'
import type { RecentRow, RecentSnapshot } from './recent-snapshot.ts'
import { rowMatcher } from './row-matcher.ts'

/** Longer pages are not cached. */
const maxEvents = 500
/** Maximum new events of a refresh. With more, the newest rows in memory make the page with less work. */
const maxAdded = 50
/** Approximate maximum bytes of a page; larger pages are read each time. */
const maxBytes = 4_000_000

/** A page with the range of its scope, which follows the journal. */
interface CachedPage extends Followed {
  /** Unix seconds. */
  from: number
  to: number
  limit: number
  events: readonly StoredEvent[]
}

/**
 * Caches the first page of each search for the newest events, for live searches. New batches keep it current:
 * matching new events are added without reading rows. Refreshing a page of rare events would otherwise take a
 * statement of 16 ms of processor time, many times that while the engine merges after a burst. Pages of
 * frequent events come from the newest rows just as fast. Serves only scopes of the current moment. Callers
 * may pass only queries sorted by last occurrence, newest first, whose predicates are on rows.
 */
export class FirstPageCache {
  readonly #journal: Pick<StoreJournal, 'current' | 'since' | 'settledUntil'>
  readonly #recentBatches: Pick<RecentBatches, 'get'>
  /** The last page of each predicate. */
  readonly #pages = new WeakMap<Predicate, CachedPage>()

  constructor(
    journal: Pick<StoreJournal, 'current' | 'since' | 'settledUntil'>,
    recentBatches: Pick<RecentBatches, 'get'>,
  ) {
    this.#journal = journal
    this.#recentBatches = recentBatches
  }

  /** The journal's number for a page that is read now; undefined for a scope as of an earlier moment. */
  numberOf({ asOf }: Scope): number | undefined {
    const { current } = this.#journal
    return asOf === undefined || asOf.number === current ? current : undefined
  }

  /**
   * Caches a first page that was read at a number of the journal, unless it may have rows of later appends or
   * is too large.
   */
  keep(
    number: number | undefined,
    { predicate, from, to, asOf }: Scope,
    { offset, limit }: PageQuery,
    events: readonly StoredEvent[],
  ): void {
    if (number === undefined || offset !== 0 || limit > maxEvents) return
    // Without a mark, the page may have rows of pending and later appends.
    if (asOf === undefined && this.#journal.settledUntil(allTime, number) < allTime.to) return
    if (isTooLarge(events)) return
    const page: CachedPage = {
      number,
      from,
      to,
      limit,
      events: [...events],
      holds: () => true,
      add: appends => this.#add(page, predicate, appends),
      lose: () => void this.#pages.delete(predicate),
    }
    this.#pages.set(predicate, page)
  }

  /**
   * Updates the cached page by the journal. Returns it if it is certainly also the page of this scope, and
   * from then on caches it for the scope's range; undefined otherwise.
   */
  pageFor(scope: Scope, { offset, limit }: PageQuery, recent: RecentSnapshot): StoredEvent[] | undefined {
    const { from, to, predicate } = scope
    const page = this.#pages.get(predicate)
    if (page === undefined || this.numberOf(scope) === undefined || offset !== 0 || page.limit !== limit)
      return undefined
    // Memory must have all rows after the cached range.
    if (to < page.to || recent.from > page.to) return undefined
    // A page that is not full would also show events from before its range.
    if (from < page.from && page.events.length < limit) return undefined
    if (follow(this.#journal, page).length > 0 || this.#pages.get(predicate) !== page) return undefined
    // Rows between the end of the cached range and the end of the scope were not on the page.
    const start = recent.rows.findLastIndex(({ ts }) => ts < page.to * micro) + 1
    if (mayHaveMatch(predicate, recent.rows.slice(start))) return undefined
    const events = page.events.filter(({ last }) => last >= from * micro)
    Object.assign(page, { from, to, events })
    return [...events]
  }

  /**
   * Adds the new events of appends to the page; false if their rows are not in memory. Drops the page if
   * these rows do not suffice to update it.
   */
  #add(page: CachedPage, predicate: Predicate, appends: readonly Change[]): boolean {
    const batches = this.#recentBatches.get(appends.map(({ batch }) => batch))
    if (batches === undefined) return false
    const events = withEvents(page, predicate, batches)
    if (events === undefined || isTooLarge(events)) this.#pages.delete(predicate)
    else page.events = events
    return true
  }
}

/**
 * The page with the events that began in these batches. Undefined if that takes too much work, or if an event
 * was repeated, since its other rows count too.
 */
function withEvents(
  { events, from, to, limit }: CachedPage,
  predicate: Predicate,
  batches: readonly RecentBatch[],
): readonly StoredEvent[] | undefined {
  const matcher = new BoundedMatcher(rowMatcher(predicate), matchBounds.page)
  const known = new Set(events.map(({ id }) => id))
  const added: StoredEvent[] = []
  for (const { batch, row } of rowsIn(batches)) {
    const isMatch = matcher.matches(batch, row)
    if (isMatch === false) continue
    if (isMatch === undefined || batch.repeats[row] !== 0 || known.has(batch.ids[row] ?? 0)) return undefined
    const ts = batch.ts[row] ?? 0
    if (ts < from * micro || ts >= to * micro) continue
    if (added.length === maxAdded) return undefined
    added.push(batch.event(row))
  }
  if (added.length === 0) return events
  return [...events, ...added].sort((a, b) => b.last - a.last || b.id - a.id).slice(0, limit)
}

/** Whether one of these rows matches, or too many would have to be examined. */
function mayHaveMatch(predicate: Predicate, rows: Iterable<Pick<RecentRow, 'batch' | 'row'>>): boolean {
  const matcher = new BoundedMatcher(rowMatcher(predicate), matchBounds.page)
  for (const { batch, row } of rows) if (matcher.matches(batch, row) !== false) return true
  return false
}

function* rowsIn(batches: readonly RecentBatch[]): Generator<Pick<RecentRow, 'batch' | 'row'>> {
  for (const batch of batches) for (let row = 0; row < batch.size; row++) yield { batch, row }
}

function isTooLarge(events: readonly StoredEvent[]): boolean {
  return events.reduce((sum, event) => sum + eventMemoryBytes(event), 0) > maxBytes
}

/** Approximate bytes of an event besides its texts. */
const fixedEventBytes = 500

/** Approximate bytes of an event in memory. */
function eventMemoryBytes({ message, tags }: StoredEvent): number {
  const inTags = Object.entries(tags).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return fixedEventBytes + 2 * (message.length + inTags)
}
