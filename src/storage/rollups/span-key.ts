import type { Span } from '../time-span.ts'

/**
 * A key of the spans that are about as long and lie about there: a span that moves with the clock keeps it for about its length, and one
 * whose slices come one after the other has few.
 */
export function spanKey({ from, to }: Span): string {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, to - from)))
  return `${length}@${Math.floor(to / length)}`
}
