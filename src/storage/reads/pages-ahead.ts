import type { StoredEvent } from '../../schema/event.ts'
import type { PageQuery, Scope } from '../store.ts'
import { eventMemoryBytes } from './event-cache.ts'

/** Events that are read at once for somebody who turns pages: a page before the one that is wanted, and those that follow. */
const maxEvents = 500
/** What took longer, milliseconds, may have read far for its page, and would read as much further for the next ones. */
const maxReadMs = 100
/** Stretches that are kept, each of one question, and about the bytes of all their events. */
const maxSpans = 16
const maxBytes = 8_000_000

/** Events of a question as it was at a moment, from the one at `offset` on. */
interface CachedSpan {
  scope: Scope
  sort: string
  offset: number
  events: readonly StoredEvent[]
  /** There are none behind them in its scope. */
  isEnd: boolean
  took: number
  /** About what its events take. */
  bytes: number
}

/**
 * Pages of a moment never change. So what was read last of a question is kept, and who asks for the page beside it turns pages: some more
 * are read at once, and the next ones are told from memory. What is asked about now, whenever that is, is not for it.
 */
export class PagesAhead {
  readonly #now: () => number
  /** The one that was used last at the end. */
  #kept: CachedSpan[] = []
  #forgotten = 0

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
    const last = this.#kept.find(kept => kept.sort === sort && isSame(kept.scope, scope))
    if (last !== undefined && containsPage(last, scope, query)) {
      this.#keep(last, last)
      return last.events.slice(offset - last.offset, offset - last.offset + limit)
    }
    const turns = last !== undefined && last.took < maxReadMs && isBeside(last, query)
    const from = turns ? Math.max(0, offset - limit) : offset
    const wanted = turns ? Math.max(offset - from + limit, maxEvents - (maxEvents % limit)) : limit
    const forgotten = this.#forgotten
    const since = this.#now()
    const events = await read({ ...query, offset: from, limit: wanted })
    const took = this.#now() - since
    const bytes = events.reduce((sum, event) => sum + eventMemoryBytes(event), 0)
    const kept = { scope, sort, offset: from, events, isEnd: events.length < wanted, took, bytes }
    if (forgotten === this.#forgotten) this.#keep(kept, last)
    return events.slice(offset - from, offset - from + limit)
  }

  /** What was read may be gone. */
  invalidate(): void {
    this.#kept = []
    this.#forgotten++
  }

  #keep(kept: CachedSpan, instead: CachedSpan | undefined): void {
    const all = [...this.#kept.filter(other => other !== instead), kept].slice(-maxSpans)
    let bytes = all.reduce((sum, { bytes }) => sum + bytes, 0)
    while (bytes > maxBytes) bytes -= all.shift()?.bytes ?? bytes
    this.#kept = all
  }
}

/** The same question at the same moment, of which each has an object of its own. Its scope may begin later for a page that needs no more. */
function isSame(a: Scope, b: Scope): boolean {
  return a.predicate === b.predicate && a.asOf === b.asOf
}

/** Whether a page is the next one, or the one before; who jumps is not known to turn pages. */
function isBeside(kept: CachedSpan, { offset, limit }: PageQuery): boolean {
  return offset <= kept.offset + kept.events.length && offset + limit >= kept.offset
}

function containsPage(kept: CachedSpan, scope: Scope, { offset, limit }: PageQuery): boolean {
  const isEnd = kept.isEnd && kept.scope.from <= scope.from
  return offset >= kept.offset && (isEnd || offset + limit <= kept.offset + kept.events.length)
}
