/**
 * Seconds for which a condition waits for late events before it judges by the clock: a tenth of its time, 5
 * to 60. Later events do not change what was judged.
 */
export function latenessOf(seconds: number): number {
  return Math.min(60, Math.max(5, Math.ceil(seconds / 10)))
}
