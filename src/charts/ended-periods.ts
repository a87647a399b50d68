/**
 * The periods that have ended: the low count of the running period would look like a drop at the end of a
 * line. If no period has ended, all of them. `now`: base time of the results, in Unix seconds.
 */
export function endedPeriods<P extends { ts_to: number }>(periods: readonly P[], now: number): readonly P[] {
  const ended = periods.filter(period => period.ts_to <= now)
  return ended.length > 0 ? ended : periods
}
