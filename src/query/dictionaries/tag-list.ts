import { decimalNumber } from '../../filter/values.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import type { EventStore, Read } from '../../storage/store.ts'
import { restrictedTo, rightsOf } from '../life/rights.ts'
import { resolveRange } from '../range/resolve.ts'
import { FairQueue } from '../slices/fair-queue.ts'
import type { ValueReader } from './recent-values.ts'

/** A tag with the occurrences of events that have a value of it, not the empty one, and the number of values. */
interface TagUsage {
  name: string
  count: number
  values: number
  /** Whether its most frequent values are all numbers. */
  numeric: boolean
}

export interface TagUsages {
  /** Whole seconds that were read, `to` excluded. */
  from: number
  to: number
  /** Occurrences of all events. */
  count: number
  /** All names, also those past the limit. */
  total: number
  list: TagUsage[]
}

const timeoutSeconds = 30
/** Most frequent values that tell whether a tag is numeric. */
const maxJudged = 20

/** The tags of the events of a range. */
export class TagList {
  readonly #store: Pick<EventStore, 'countPeriods' | 'tagNames' | 'tagValues'>
  readonly #timezone: string
  readonly #now: () => number
  /** One slot, so that dashboards are faster. */
  readonly #queue = new FairQueue({ shortSlots: 1, longSlots: 1, maxWaitingPerUser: 10 })

  /** `now`: Unix milliseconds. */
  constructor(
    store: Pick<EventStore, 'countPeriods' | 'tagNames' | 'tagValues'>,
    timezone: string,
    now: () => number = Date.now,
  ) {
    this.#store = store
    this.#timezone = timezone
    this.#now = now
  }

  /**
   * The tags of events that the reader may see, most frequent first, ties by name: of the names that begin with the prefix (case
   * ignored) the first `limit` by code point. Throws validation, keyed `params.time_range.<member>`, for an invalid range.
   */
  async list(
    { userId, hosts }: ValueReader,
    { range, prefix, limit }: { range: TimeRange; prefix: string; limit: number },
    signal: AbortSignal,
  ): Promise<TagUsages> {
    const { from, to } = resolveRange(range, this.#now() / 1000, { timezone: this.#timezone })
    const scope = { from, to, predicate: restrictedTo(rightsOf(hosts), { kind: 'const', value: true }) }
    const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutSeconds * 1_000)])
    const read: Read = { signal: until, lane: 'long', timeout: timeoutSeconds }
    return this.#queue.run({ user: userId, lane: 'long', signal: until, refusable: true }, async () => {
      const [all = 0] = from < to ? await this.#store.countPeriods(scope, [from, to], read) : []
      const { names, total } = await this.#store.tagNames(scope, { prefix, limit }, read)
      const tops = await this.#store.tagValues(scope, { names, limit: maxJudged }, read)
      const list = tops.map(({ rows, count, values }, index): TagUsage => {
        const numeric = rows.every(({ value }) => decimalNumber(String(value)) !== undefined)
        return { name: names[index] ?? '', count, values, numeric }
      })
      list.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      return { from, to, count: all, total, list: list.filter(({ count }) => count > 0) }
    })
  }
}
