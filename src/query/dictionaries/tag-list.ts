import { decimalNumber } from '../../filter/predicate/values.ts'
import { Fault } from '../../schema/fault.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import type { EventStore, Read, Scope, TopAnswer } from '../../storage/contract/event-store.ts'
import { restrictedTo, rightsOf } from '../life/rights.ts'
import { resolveRange } from '../range/resolve.ts'
import { sampleSpans } from '../range/sample-spans.ts'
import { FairQueue } from '../slices/fair-queue.ts'
import type { TimeSpan } from '../time-span.ts'
import type { ValueReader } from './recent-values.ts'

/** A tag of events. */
interface TagUsage {
  name: string
  /** Occurrences with a nonempty value of the tag. From a sample: an estimate, 0 if the sample has none. */
  count: number
  /** Distinct values in the events that were read. */
  values: number
  /** Whether its most frequent values are all numbers. */
  numeric: boolean
}

/** Asks for at most `limit` names that begin with `prefix`, ignoring case. */
interface TagListQuery {
  range: TimeRange
  prefix: string
  limit: number
}

/** The tags of a range. */
export interface TagUsages {
  /** Whole seconds that were read, `to` exclusive. */
  from: number
  to: number
  /** Occurrences of all events. */
  count: number
  /** Occurrences whose tags were counted; with a sample, fewer than all. */
  sampled: number
  /** Number of names found, including those beyond the limit. */
  total: number
  list: TagUsage[]
}

const timeoutSeconds = 30
/** How many of the most frequent values decide whether a tag is numeric. */
const maxJudged = 20
/** Above this number of rows of all tags together, which take two seconds, values are read from a sample. */
const maxRowsRead = 30_000_000
/** Occurrences of the sample whose values are read. */
const defaultSampleSize = 50_000
/** Occurrences of the sample whose tag names are read. It is another sample: rare names may be missing. */
const defaultMaxNamed = 1_000_000
/** Periods of a range, about; their counts show where its events are. */
const maxPeriods = 256

/** Lists the tags of the events of a range. */
export class TagList {
  readonly #store: Pick<EventStore, 'countPeriods' | 'tagNames' | 'tagValues' | 'estimateTagValues'>
  readonly #timezone: string
  readonly #now: () => number
  /** One slot, so that dashboards stay fast. */
  readonly #queue = new FairQueue({ shortSlots: 1, longSlots: 1, maxWaitingPerUser: 10 })
  readonly #sampleSize: number
  readonly #maxNamed: number

  /** `now`: Unix milliseconds. `sampleSize`, `maxNamed`: occurrences. */
  constructor(
    store: Pick<EventStore, 'countPeriods' | 'tagNames' | 'tagValues' | 'estimateTagValues'>,
    timezone: string,
    now: () => number = Date.now,
    { sampleSize = defaultSampleSize, maxNamed = defaultMaxNamed } = {},
  ) {
    this.#store = store
    this.#timezone = timezone
    this.#now = now
    this.#sampleSize = sampleSize
    this.#maxNamed = maxNamed
  }

  /**
   * The tags of events that the reader may see, most frequent first (ties by name). Of the names that begin
   * with the prefix, the first `limit` by code point. Throws validation keyed `params.time_range.<member>`,
   * and query_timeout.
   */
  async list(reader: ValueReader, query: TagListQuery, signal: AbortSignal): Promise<TagUsages> {
    const timeout = AbortSignal.timeout(timeoutSeconds * 1_000)
    try {
      return await this.#list(reader, query, AbortSignal.any([signal, timeout]))
    } catch (error) {
      throw timeout.aborted && error === timeout.reason ? new Fault('query_timeout') : error
    }
  }

  async #list(
    { userId, hosts }: ValueReader,
    { range, prefix, limit }: TagListQuery,
    signal: AbortSignal,
  ): Promise<TagUsages> {
    const { from, to } = resolveRange(range, this.#now() / 1000, { timezone: this.#timezone })
    const scope = { from, to, predicate: restrictedTo(rightsOf(hosts), { kind: 'const', value: true }) }
    const read: Read = { signal, lane: 'long', timeout: timeoutSeconds }
    return this.#queue.run({ user: userId, lane: 'long', signal, refusable: true }, async () => {
      const bounds = boundsOf(from, to)
      const counts = from < to ? await this.#store.countPeriods(scope, bounds, read) : []
      const count = sum(counts)
      const areNamesSampled = count > this.#maxNamed
      const namesQuery = areNamesSampled
        ? { prefix, limit, within: sampleSpans(bounds, counts, this.#maxNamed) }
        : { prefix, limit }
      const { names, total } = await this.#store.tagNames(scope, namesQuery, read)
      const query = { names, limit: maxJudged }
      // All values are read, also if the names are of a sample.
      if (this.#store.estimateTagValues(names, scope.predicate, from, to) <= maxRowsRead) {
        const tops = await this.#store.tagValues(scope, query, read)
        const list = usagesOf(names, tops, 1).filter(({ count }) => count > 0)
        return { from, to, count, sampled: count, total, list }
      }
      const within = sampleSpans(bounds, counts, this.#sampleSize)
      const sampled = await this.#countIn(within, scope, read)
      const tops = await this.#store.tagValues(scope, { ...query, within }, read)
      return { from, to, count, sampled, total, list: usagesOf(names, tops, count / Math.max(1, sampled)) }
    })
  }

  /** Occurrences in spans that neither touch nor overlap, ascending. Counts all spans with one read. */
  async #countIn(spans: readonly TimeSpan[], scope: Scope, read: Read): Promise<number> {
    const bounds = spans.flatMap(span => [span.from, span.to])
    const [from] = bounds
    const to = bounds.at(-1)
    if (from === undefined || to === undefined) return 0
    const counts = await this.#store.countPeriods({ ...scope, from, to }, bounds, read)
    // Every second period is the gap between two spans.
    return sum(counts.filter((_, at) => at % 2 === 0))
  }
}

/** Tags, most frequent first. `factor`: occurrences per counted occurrence. */
function usagesOf(names: readonly string[], tops: readonly TopAnswer[], factor: number): TagUsage[] {
  const list = tops.map(({ rows, count, values }, index): TagUsage => {
    const numeric = rows.length > 0 && rows.every(({ value }) => decimalNumber(String(value)) !== undefined)
    return { name: names[index] ?? '', count: Math.round(count * factor), values, numeric }
  })
  return list.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

/** Bounds of equal periods. In long ranges, whole minutes, which the store counts in memory. */
function boundsOf(from: number, to: number): number[] {
  const minStep = (to - from) / maxPeriods
  const step = minStep > 60 ? Math.ceil(minStep / 60) * 60 : Math.max(1, Math.ceil(minStep))
  const bounds = [from]
  for (let at = (Math.floor(from / step) + 1) * step; at < to; at += step) bounds.push(at)
  return [...bounds, to]
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
