import { daySeconds, type Span } from '../time-span.ts'

/** Below, the share of rows with the tag is not known. */
const minSeenRows = 500_000

/** Whether far more rows will be found than there is room for: `found` in the first `seen` of `all` rows. */
export function willOverflow(found: number, seen: number, all: number, room: number): boolean {
  return seen >= minSeenRows && found * (all / seen) > 2 * room
}

/** Days (Unix days, ascending) as spans of about as many rows: small neighbours together, large days cut. */
export function loadSpans(
  days: readonly number[],
  rows: number,
  estimate: (from: number, to: number) => number,
): Span[] {
  const spans: Span[] = []
  let room = 0
  for (const day of days) {
    const span = { from: day * daySeconds, to: (day + 1) * daySeconds }
    const size = estimate(span.from, span.to)
    const last = spans.at(-1)
    if (last?.to === span.from && size <= room) {
      last.to = span.to
      room -= size
      continue
    }
    const pieces = Math.max(1, Math.ceil(size / rows))
    const cut = (i: number) => span.from + Math.floor((i * daySeconds) / pieces)
    for (let i = 0; i < pieces; i++) spans.push({ from: cut(i), to: cut(i + 1) })
    room = pieces === 1 ? rows - size : 0
  }
  return spans
}
