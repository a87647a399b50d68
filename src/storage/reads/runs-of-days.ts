import { daySeconds, type Span } from '../contract/time-span.ts'
import { second } from '../sql/literal.ts'
import type { KnownDays, ReadContext } from './context.ts'

/** Known facts about the rows of events. */
type KnownRows = Pick<ReadContext, 'repeats' | 'window'> & {
  /** Absent: no day was dropped. */
  days?: Pick<KnownDays, 'startsAfterGaps'> | undefined
}

/**
 * Beginnings of days in [from, to), ascending, that follow a dropped day and may have occurrences of events
 * that began on it. The first rows of these events are gone although older days are kept, for instance by a
 * legal hold.
 */
export function breaksIn({ days, repeats, window }: KnownRows, span: Span): readonly number[] {
  const starts = days?.startsAfterGaps(span) ?? []
  return starts.filter(start => repeats?.mayBeIn({ from: start, to: start + window }) ?? true)
}

/**
 * Runs of days: a span cut where `breaksIn` says, oldest first. Each run has the other members of the span.
 * No event has stored rows in two runs.
 */
export function runsOf<T extends Span>(known: KnownRows, span: T): readonly T[] {
  const bounds = breaksIn(known, { from: span.from + 1, to: span.to })
  return [...bounds, span.to].map((to, i) => ({ ...span, from: bounds[i - 1] ?? span.from, to }))
}

/** SQL: whether the first row of an event is stored, for events with a row within `window` of a span. */
export function hasFirstRow(known: KnownRows, { from, to }: Span): string {
  const lost = breaksIn(known, { from: from - known.window, to: to + known.window + 1 })
  const conditions = lost.map(start => `(first < ${second(start - daySeconds)} OR first >= ${second(start)})`)
  return conditions.length === 0 ? '1' : `(${conditions.join(' AND ')})`
}
