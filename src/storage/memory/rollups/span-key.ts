import type { Span } from '../../contract/time-span.ts'

/**
 * A key shared by spans of similar length and position: a span that moves with the clock keeps its key for
 * about its length, and a span read in consecutive slices has few keys.
 */
export function spanKey({ from, to }: Span): string {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, to - from)))
  return `${length}@${Math.floor(to / length)}`
}
