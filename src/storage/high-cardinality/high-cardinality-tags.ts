import type { TagRef } from '../../filter/predicate.ts'
import type { TableSource } from '../append-follower.ts'
import type { GroupQuery, GroupRow, Read, Scope, TopAnswer, TopQuery, Value } from '../store.ts'
import { daySeconds, type Span } from '../time-span.ts'
import { compareValues } from '../value-order.ts'
import type { Candidate } from './ranking.ts'
import { readHashes } from './statements.ts'
import { TagRowsCache } from './tag-rows-cache.ts'
import { ValueNames } from './value-names.ts'

export interface HighCardinalityBounds {
  /** Rows of all tags that are kept; 16 bytes each. */
  maxRows?: number
  /** Ranges with fewer rows are grouped by the engine. */
  minRows?: number
}

interface HighCardinalityOptions extends TableSource, HighCardinalityBounds {
  log: (message: string) => void
}

const defaultMaxRows = 12_000_000
const defaultMinRows = 200_000
/** Values that are ranked. */
const maxWanted = 2_000
/** Values that are ranked, with those that share count and order with the last of them. */
const maxTied = 4_000
/** Ranking so many cached rows takes as long as one row in the engine: 10 million 0.25 s, where the engine takes 6.4. */
const cachedRowWeight = 25
/** Each period walks all rows of its days: so many in all take a second or two. */
const maxWalkedRows = 600_000_000
/** Counts of values by periods in one answer. */
const maxCounts = 500_000

/**
 * The most frequent values of tags that have too many for rollups: a worker thread holds all rows as hashes and counts them each time, a
 * fortieth of the engine's work.
 */
export class HighCardinalityTags {
  readonly #options: HighCardinalityOptions
  readonly #minRows: number
  readonly #tags: TagRowsCache
  readonly #names: ValueNames

  constructor(options: HighCardinalityOptions) {
    const { client, maxRows = defaultMaxRows, minRows = defaultMinRows } = options
    this.#options = options
    this.#minRows = minRows
    this.#tags = new TagRowsCache({ ...options, maxRows })
    this.#names = new ValueNames(client)
  }

  /** Rows that would have to be read, cached ones by their weight; undefined when the tag is not cached. */
  estimate(scope: Scope, query: TopQuery): number | undefined {
    const tag = this.#tagOf(scope, query)
    const missing = tag && this.#tags.missingRows(tag, scope)
    if (missing === undefined) return undefined
    const rows = this.#options.estimateRows(scope.from, scope.to)
    return missing + Math.max(0, rows - missing) / cachedRowWeight
  }

  /** What the SQL of reads/top-values.ts would answer; undefined when the engine has to be asked. */
  async top(scope: Scope, query: TopQuery, read: Read): Promise<TopAnswer | undefined> {
    const field = this.#tagOf(scope, query)
    if (field === undefined) return undefined
    const { from, to } = scope
    const ranked = await this.#tags.visit(field, scope, read, async tag => {
      const [ranking] = await tag.rank([{ from, to }], query.limit, maxTied)
      return { ranking, coding: tag.coding }
    })
    if (ranked?.ranking?.best === undefined) return undefined
    const { values, count, best } = ranked.ranking
    const names = await this.#names.get(ranked.coding, best, read)
    return names && { rows: named(best, names, query.limit), values, count }
  }

  /**
   * What the SQL of reads/group-counts.ts would answer of each period: the most frequent values, or some values; undefined when the engine
   * has to be asked. Only of tags that are cached already.
   */
  async groups(scope: Scope, query: GroupQuery, read: Read): Promise<GroupRow[] | undefined> {
    const { fields, bounds = [], only, limitEach, ignoreEmpty, limit } = query
    const [first, second] = fields
    const field = this.#tagOf(scope, { field: first, ignoreEmpty: true, limit: 1 })
    const periods = bounds.length - 1
    if (second !== undefined || bounds[0] !== scope.from || bounds.at(-1) !== scope.to) return undefined
    if (field === undefined || this.#tags.missingRows(field, scope) !== 0) return undefined
    if (only !== undefined && limitEach === undefined && periods * only.length <= maxCounts)
      return (await this.#countsOf(field, scope, bounds, only, read))?.slice(0, limit)
    if (only !== undefined || limitEach === undefined || !ignoreEmpty) return undefined
    if (periods * limitEach > maxWanted || this.#walked(bounds) > maxWalkedRows) return undefined
    return (await this.#topOfEach(field, scope, bounds, limitEach, read))?.slice(0, limit)
  }

  /** Drops what lies in the span: its rows are gone. */
  invalidate(span: Span): void {
    this.#tags.invalidate(span)
  }

  async close(): Promise<void> {
    await this.#tags.close()
  }

  /** The tag, for questions about all rows of a range that is worth it, and about few enough values. */
  #tagOf({ from, to, predicate }: Scope, { field, ignoreEmpty, limit }: TopQuery): TagRef | undefined {
    if (typeof field !== 'object' || !ignoreEmpty || limit > maxWanted || from >= to) return undefined
    if (predicate.kind !== 'const' || !predicate.value) return undefined
    return this.#options.estimateRows(from, to) >= this.#minRows ? field : undefined
  }

  #walked(bounds: readonly number[]): number {
    let rows = 0
    for (const span of rangesOf(bounds)) {
      const start = Math.floor(span.from / daySeconds) * daySeconds
      const end = Math.ceil(span.to / daySeconds) * daySeconds
      rows += this.#options.estimateRows(start, end)
    }
    return rows
  }

  async #topOfEach(
    field: TagRef,
    span: Span,
    bounds: readonly number[],
    wanted: number,
    read: Read,
  ): Promise<GroupRow[] | undefined> {
    const ranked = await this.#tags.visit(field, span, read, async tag => ({
      rankings: await tag.rank(rangesOf(bounds), wanted, maxTied),
      coding: tag.coding,
    }))
    const bests = ranked?.rankings.map(({ best }) => best)
    if (ranked === undefined || bests === undefined) return undefined
    const all: Candidate[] = []
    for (const best of bests) {
      if (best === undefined || all.length > maxTied) return undefined
      all.push(...best)
    }
    const names = await this.#names.get(ranked.coding, all, read)
    if (names === undefined) return undefined
    let end = 0
    return bests.flatMap((best = [], period) => {
      const own = names.slice(end, end + best.length)
      end += best.length
      return named(best, own, wanted).map(({ value, count }) => ({ period, values: [value], count }))
    })
  }

  async #countsOf(
    field: TagRef,
    span: Span,
    bounds: readonly number[],
    values: readonly Value[],
    read: Read,
  ): Promise<GroupRow[] | undefined> {
    const names = [...new Set(values.map(String))].sort(compareValues)
    if (names.length === 0 || names.length > maxWanted || names.includes('')) return undefined
    const counts = await this.#tags.visit(field, span, read, async tag => {
      const hashes = await readHashes(this.#options.client, tag.coding, names, read)
      return await tag.count(bounds, hashes)
    })
    if (counts === undefined) return undefined
    const rows = Array.from(counts, (count, at) => ({
      period: Math.floor(at / names.length),
      values: [names[at % names.length] ?? ''],
      count,
    }))
    // The sort is stable: ties stay in the order of the names.
    return rows.filter(({ count }) => count > 0).sort((a, b) => a.period - b.period || b.count - a.count)
  }
}

/** `names` are those of the candidates. */
function named(
  best: readonly Candidate[],
  names: readonly string[],
  limit: number,
): { value: string; count: number }[] {
  const rows = best.map(({ count }, i) => ({ value: names[i] ?? '', count }))
  return rows.sort((a, b) => b.count - a.count || compareValues(a.value, b.value)).slice(0, limit)
}

function rangesOf(bounds: readonly number[]): Span[] {
  return bounds.slice(1).map((to, i) => ({ from: bounds[i] ?? 0, to }))
}
