import type { AppendLog } from '../append-log.ts'
import type { Journal, Mark, Scope } from '../store.ts'

/** Moments of the store, and what has changed since. `window`: the widest deduplication window, seconds. */
export function momentsOf(appends: AppendLog, journal: Journal, window: number) {
  /** Rows before this second are what they were at the moment of the scope; a window behind its end when all are. */
  const settledUntil = ({ from, to, asOf }: Scope): number => {
    const [start, end] = [from - window, to + window]
    if (asOf === undefined) return end
    return Math.min(journal.touchedAfter(asOf.sequence, start, end), appends.pendingFrom(start, end))
  }
  return {
    mark: (): Mark => appends.mark(journal.current),
    settledUntil,
    /** Whether all rows that events of the scope may have are what they were at its moment. */
    isSettled: (scope: Scope): boolean => settledUntil(scope) >= scope.to + window,
  }
}
