/**
 * The periods that have ended, or all if none has. Lines leave out the current period, whose low count would
 * look like a drop. `now`: base time of the results, in Unix seconds.
 */
export function endedPeriods<P extends { ts_to: number }>(periods: readonly P[], now: number): readonly P[] {
  const ended = periods.filter(period => period.ts_to <= now)
  return ended.length > 0 ? ended : periods
}
