/**
 * The periods without the running one, whose count would end a line in a drop. All of them while none has
 * ended. `now`: Unix seconds of the results.
 */
export function endedPeriods<P extends { ts_to: number }>(periods: readonly P[], now: number): readonly P[] {
  const ended = periods.filter(period => period.ts_to <= now)
  return ended.length > 0 ? ended : periods
}
