/**
 * How long a condition waits for late events before it judges by the clock: a tenth of the length of its
 * window, but 5 to 60 seconds. Events that come later do not change its judgement.
 */
export function latenessOf(seconds: number): number {
  return Math.min(60, Math.max(5, Math.ceil(seconds / 10)))
}
