import type { AppendLog } from '../append-log.ts'
import type { Journal, Mark, Scope } from '../store.ts'

/** Takes marks of the store and tells what has changed since a mark. `windowSeconds`: the widest deduplication window. */
export function momentsOf(appends: AppendLog, journal: Journal, windowSeconds: number) {
  /** Rows before this second have not changed since the mark of the scope: `to + windowSeconds` when none has. */
  const settledUntil = ({ from, to, asOf }: Scope): number => {
    const [start, end] = [from - windowSeconds, to + windowSeconds]
    if (asOf === undefined) return end
    return Math.min(journal.touchedAfter(asOf.sequence, start, end), appends.pendingFrom(start, end))
  }
  return {
    mark: (): Mark => appends.mark(journal.current),
    settledUntil,
    /** Whether no row of the events of the scope has changed since its mark. */
    isSettled: (scope: Scope): boolean => settledUntil(scope) >= scope.to + windowSeconds,
  }
}
