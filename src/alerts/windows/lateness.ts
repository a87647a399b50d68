/**
 * Seconds by which events may arrive late before a condition judges by the clock that none came: a tenth of its time, 5 to 60. Later ones
 * change nothing that was judged.
 */
export function latenessOf(seconds: number): number {
  return Math.min(60, Math.max(5, Math.ceil(seconds / 10)))
}
