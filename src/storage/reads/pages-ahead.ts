import { LRUCache } from 'lru-cache'
import type { StoredEvent } from '../../schema/event.ts'
import type { PageQuery, Scope } from '../store.ts'
import { eventMemoryBytes } from './event-cache.ts'

/** Events that are read at once for somebody who turns pages: one page before the wanted one, and those that follow. */
const maxEvents = 500
/** A slower read may have gone far for its page, and would go as much further for the next ones. */
const maxReadMs = 100
const maxSpans = 16
/** Bytes of all events, about. */
const maxBytes = 8_000_000

/** Events of a question as it was at a moment, from the one at `offset` on. */
interface CachedSpan {
  key: number
  scope: Scope
  sort: string
  offset: number
  events: readonly StoredEvent[]
  /** There are none behind them in its scope. */
  isEnd: boolean
  tookMs: number
}

/**
 * The events that were read last of questions about a moment, whose pages never change. Who asks for the page beside it turns pages: then
 * some more are read at once, and the next pages come from memory. Questions about now pass through.
 */
export class PagesAhead {
  readonly #now: () => number
  readonly #spans = new LRUCache<number, CachedSpan>({
    max: maxSpans,
    maxSize: maxBytes,
    sizeCalculation: ({ events }) => events.reduce((sum, event) => sum + eventMemoryBytes(event), 1),
  })
  #lastKey = 0
  #invalidations = 0

  /** `now`: milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  async page(
    scope: Scope,
    query: PageQuery,
    read: (query: PageQuery) => Promise<StoredEvent[]>,
  ): Promise<StoredEvent[]> {
    const { offset, limit } = query
    if (scope.asOf === undefined || limit > maxEvents) return await read(query)
    const sort = JSON.stringify(query.sort)
    const last = this.#spans.find(span => span.sort === sort && isSame(span.scope, scope))
    if (last !== undefined && containsPage(last, scope, query))
      return last.events.slice(offset - last.offset, offset - last.offset + limit)
    const turns = last !== undefined && last.tookMs < maxReadMs && isBeside(last, query)
    const from = turns ? Math.max(0, offset - limit) : offset
    const wanted = turns ? Math.max(offset - from + limit, maxEvents - (maxEvents % limit)) : limit
    const invalidations = this.#invalidations
    const since = this.#now()
    const events = await read({ ...query, offset: from, limit: wanted })
    const tookMs = this.#now() - since
    const key = last?.key ?? ++this.#lastKey
    if (invalidations === this.#invalidations)
      this.#spans.set(key, { key, scope, sort, offset: from, events, isEnd: events.length < wanted, tookMs })
    return events.slice(offset - from, offset - from + limit)
  }

  /** To be called when rows are gone. */
  invalidate(): void {
    this.#spans.clear()
    this.#invalidations++
  }
}

/** Each question and each moment has an object of its own. The scope may begin later for a page that needs no more. */
function isSame(a: Scope, b: Scope): boolean {
  return a.predicate === b.predicate && a.asOf === b.asOf
}

/** Whether a page is the next one, or the one before. */
function isBeside(span: CachedSpan, { offset, limit }: PageQuery): boolean {
  return offset <= span.offset + span.events.length && offset + limit >= span.offset
}

function containsPage(span: CachedSpan, scope: Scope, { offset, limit }: PageQuery): boolean {
  const isEnd = span.isEnd && span.scope.from <= scope.from
  return offset >= span.offset && (isEnd || offset + limit <= span.offset + span.events.length)
}
