import { compileActiveHours } from '../../ingest/triggers/active-hours.ts'
import type { TimeSpan } from '../../query/time-span.ts'
import type { ActiveHours } from '../../schema/triggers/trigger-parts.ts'

/** The parts of a span within the active hours, in order. Hours are whole minutes. */
export function activeSpans({ from, to }: TimeSpan, hours: ActiveHours | null): TimeSpan[] {
  if (hours === null) return from < to ? [{ from, to }] : []
  const isActive = compileActiveHours(hours)
  const spans: TimeSpan[] = []
  let start: number | undefined
  for (let at = from; at < to; at = Math.floor(at / 60) * 60 + 60) {
    const active = isActive(Math.floor(at / 60) * 60)
    if (active) start ??= at
    else if (start !== undefined) {
      spans.push({ from: start, to: at })
      start = undefined
    }
  }
  if (start !== undefined) spans.push({ from: start, to })
  return spans
}
