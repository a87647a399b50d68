import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { StorageStatsParams, StorageStatsResults } from '../../schema/query/storage-stats.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'
import type { StoredCount, StoredCounts } from '../../storage/store/retention/stored-counts.ts'
import type { Kind, ResolvedRange } from '../kind.ts'
import { checkEventParams, withTimeDefaults } from './event-params.ts'

const hour = 3_600
const everything: Predicate = { kind: 'const', value: true }

type Counted = Awaited<ReturnType<StoredCounts['count']>>

/** Stored events of the whole hours around a range, and of all time. */
export function storageStats(
  counts: Pick<StoredCounts, 'count'>,
  store: Pick<EventStore, 'journal' | 'estimateCounting'>,
): Kind<StorageStatsParams, Counted, StorageStatsResults> {
  return {
    audience: 'every host',
    source: {
      window: 0,
      estimateRows: () => store.estimateCounting([], everything, undefined, 0, Number.MAX_SAFE_INTEGER),
      journal: {
        get current() {
          return store.journal.current
        },
        // Every change of the store changes the counts of all time, whichever span is asked for.
        newest: () => store.journal.current,
      },
    },
    rangeOf: (params, now, resolve) => inWholeHours(resolve(params.time_range, now)),
    normalise(params) {
      checkEventParams(params)
      return withTimeDefaults(params)
    },
    cost: () => 'whole',
    periodic: () => false,
    slice: (_params, { read }, { from, to }) => counts.count(from, to, read),
    // The range is one slice.
    merge: newer => newer,
    async finish(_params, { range, read }, state) {
      // `state` is undefined only before the one slice is computed.
      const { within, ever } = state ?? (await counts.count(range.from, range.to, read))
      const totals = { ...totalsOf(within), ts_from: range.from, ts_to: range.to }
      return { totals, all_time: totalsOf(ever) }
    },
  }
}

function inWholeHours(range: ResolvedRange): ResolvedRange {
  const from = Math.floor(range.from / hour) * hour
  const to = Math.max(Math.ceil(range.to / hour) * hour, from + hour)
  return { ...range, from, to, step: to - from, bounds: [from, to] }
}

function totalsOf({ events, occurrences }: StoredCount) {
  return { new: events, duplicates: occurrences - events, total: occurrences }
}
