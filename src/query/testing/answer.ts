import { parseFilter } from '../../filter/parse/parse-filter.ts'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { Filter } from '../../schema/filter/condition.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'
import { page } from '../../storage/reads/pages/page.ts'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import type { Kind, ResolvedRange } from '../kind.ts'
import { kinds } from '../kinds/table.ts'
import { rangeResolver } from '../range/resolver.ts'
import { costProfileOf, isSliced, rowsPerSliceOf, withMessageShare } from '../slices/cost-profile.ts'
import { evaluate } from '../slices/evaluate.ts'
import { FairQueue } from '../slices/fair-queue.ts'
import { type CachedSlices, validSlices } from '../slices/slice-cache.ts'
import type { Asked, Question } from './oracle.ts'

/** Any kind of query, with only the params that all kinds have. */
type AnyKind = Kind<{ time_range?: TimeRange; filter?: Filter }, unknown, unknown>
const kindOf: Readonly<Record<Question['type'], AnyKind>> = kinds

const timeouts = { short: 60, long: 60 }
const queue = new FairQueue({ shortSlots: 4, longSlots: 4, maxWaitingPerUser: 10_000 })

export interface Answered {
  results: unknown
  /** The slices and the state that a live query keeps for its next refresh. */
  kept: CachedSlices<unknown> & { state: unknown }
  /** Slices of the previous answer that were still valid. */
  reused: number
}

/** The predicate of a valid filter. */
function predicateOf(filter: Filter | undefined): Predicate {
  const parsed = parseFilter(filter ?? [])
  if ('predicate' in parsed) return parsed.predicate
  throw new Error(`the filter of a test is not valid: ${JSON.stringify(parsed.faults)}`)
}

/**
 * The same store, which claims to hold this many rows in a range. This decides how many slices the range is
 * cut into, and in how many spans a page is looked for.
 */
function withRows(store: SqlStore | EventStore, { from, to }: ResolvedRange, rows: number): EventStore {
  const estimateRows = (start: number, end: number): number => ((end - start) / Math.max(1, to - from)) * rows
  const estimateCounting: EventStore['estimateCounting'] = (_fields, _predicate, _bounds, start, end) =>
    estimateRows(start, end)
  if (!('client' in store)) return { ...store, estimateRows, estimateCounting }
  const { client, window, days, repeats } = store
  const context = { client, window, days, repeats, estimateRows }
  return {
    ...store,
    estimateRows,
    estimateCounting,
    page: async (...query) => {
      await store.catchUp()
      return { events: await page(context, ...query), asOf: store.mark() }
    },
  }
}

/**
 * Answers as the service does: params filled in, the range resolved, and the range computed in slices, as if
 * it had this many slices' worth of rows.
 */
export async function answer(
  store: SqlStore | EventStore,
  slicesWorth: number,
  { question: { type, params }, now, timezone }: Asked,
  before?: Answered['kept'],
): Promise<Answered> {
  const kind = kindOf[type]
  const full = kind.normalise(params)
  const resolve = rangeResolver(timezone)
  const range: ResolvedRange = kind.rangeOf?.(full, now, resolve) ?? resolve(full.time_range, now)
  const predicate = predicateOf(full.filter)
  const profile = costProfileOf(kind, full, predicate)
  const weighed =
    profile.cost === 'scan'
      ? await withMessageShare(profile, { store, predicate }, AbortSignal.timeout(60_000))
      : profile
  const rows = isSliced(weighed) ? slicesWorth * rowsPerSliceOf(weighed) : 0
  const valid = before === undefined ? [] : validSlices(before, range, profile, store)
  const { results, slices, state } = await evaluate(
    {
      question: { kind, params: full, profile, paged: type === 'Search' },
      context: { store: withRows(store, range, rows), range, predicate },
      cache: { range, slices: valid },
      live: before !== undefined,
      previous: before?.state,
      user: 1,
      signal: new AbortController().signal,
    },
    { queue, timeouts, now: () => performance.now() },
  )
  return { results, kept: { range, slices, state }, reused: valid.length }
}
