import type { Query } from './query.ts'

/** The queries in memory, by their ids, within their bounds. */
export class QueryRegistry {
  readonly #queries = new Map<string, Query>()

  get size(): number {
    return this.#queries.size
  }

  get(id: string): Query | undefined {
    return this.#queries.get(id)
  }

  add(query: Query): void {
    this.#queries.set(query.head.id, query)
  }

  /** Ends a query; it may be none of these any more. */
  drop(query: Query): void {
    this.#queries.delete(query.head.id)
    query.end()
  }

  /** Makes room for one more of a user's own: the one that was used least lately goes, a watched one last. */
  evictFor(user: number, most: number): void {
    const own = [...this.#queries.values()].filter(query => !query.ofWidget && query.head.ownerId === user)
    if (own.length < most) return
    const [least] = leastUsedFirst(own)
    if (least !== undefined) this.drop(least)
  }

  /** Drops what nobody has used since (Unix milliseconds). */
  dropIdle(since: number): void {
    for (const query of [...this.#queries.values()]) {
      if (query.usedAt < since) this.drop(query)
      else query.dropUnused(since)
    }
  }

  /** Memory that results take has a bound, bytes: what was used least lately goes first, what is watched last. */
  keepWithin(budget: number): void {
    let weight = 0
    for (const query of leastUsedFirst(this.#queries.values()).reverse()) {
      weight += query.weight
      if (weight <= budget) continue
      weight -= query.weight
      this.drop(query)
    }
  }

  /** Ends all. */
  clear(): void {
    for (const query of this.#queries.values()) query.end()
    this.#queries.clear()
  }
}

/** Watched ones come last. */
function leastUsedFirst(queries: Iterable<Query>): Query[] {
  const ranked = [...queries].map(query => ({
    query,
    watched: query.isWatched ? 1 : 0,
    usedAt: query.usedAt,
  }))
  ranked.sort((a, b) => a.watched - b.watched || a.usedAt - b.usedAt)
  return ranked.map(({ query }) => query)
}
