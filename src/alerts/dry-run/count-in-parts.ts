import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { MatchHistory, SecondCounts } from '../../query/history/match-history.ts'
import type { TimeSpan } from '../../query/time-span.ts'
import { Fault } from '../../schema/fault.ts'

/** Maximum rows that a read should have, estimated: their counts fit into one answer of the store. */
const maxRows = 500_000
/** With steps of at least this length, a span has few enough counts for one read. */
const coarseSeconds = 60

/**
 * Parameters of `MatchHistory.counts`: counts for each value of the field `by`, each value of the field
 * `value`, and each step. `step`: seconds, 0 for the whole span.
 */
export interface CountQuery {
  by: string | null
  value: string | null
  step: number
  /** Whether repeats of an event count, too. */
  occurrences: boolean
}

/** The counts of one part, one for each predicate. */
type PartCounts = readonly SecondCounts[]

/**
 * Counts the matches of predicates in spans, part by part in order of time, so that each answer of the store
 * is bounded. Parts begin and end at multiples of `step`, except at the ends of a span. The store counts the
 * next part while the caller handles the current one.
 */
export async function* countInParts(
  history: MatchHistory,
  predicates: readonly Predicate[],
  spans: readonly TimeSpan[],
  query: CountQuery,
): AsyncGenerator<PartCounts> {
  const needsParts = (query.by !== null || query.value !== null) && query.step < coarseSeconds
  let pending: Promise<PartCounts[]> | undefined
  for (const span of spans) {
    for (const part of needsParts ? partsOf(history, span, query.step) : [span]) {
      const next = countPart(history, predicates, part, query)
      // Nothing awaits it if the caller stops early.
      next.catch(() => {})
      if (pending !== undefined) yield* await pending
      pending = next
    }
  }
  if (pending !== undefined) yield* await pending
}

/** Counts one part; halves it if its answer is too large for the store. */
async function countPart(
  history: MatchHistory,
  predicates: readonly Predicate[],
  part: TimeSpan,
  query: CountQuery,
): Promise<PartCounts[]> {
  try {
    return [await Promise.all(predicates.map(predicate => history.counts(predicate, part, query)))]
  } catch (error) {
    const middle = aligned((part.from + part.to) / 2, query.step)
    const isTooLarge = error instanceof Fault && error.code === 'query_memory'
    if (!isTooLarge || middle <= part.from || middle >= part.to) throw error
    return [
      ...(await countPart(history, predicates, { from: part.from, to: middle }, query)),
      ...(await countPart(history, predicates, { from: middle, to: part.to }, query)),
    ]
  }
}

/** Cuts a span into parts with similar numbers of rows. */
function* partsOf(history: MatchHistory, span: TimeSpan, step: number): Generator<TimeSpan> {
  const rows = history.estimateRows(span)
  const parts = Math.ceil(rows / maxRows)
  const seconds = (span.to - span.from) / Math.max(1, parts)
  for (let from = span.from; from < span.to; ) {
    let to = Math.min(span.to, Math.max(aligned(from + seconds, step), from + Math.max(1, step)))
    // Halves the part further, since rows are not spread evenly.
    while (to - from > 2 * Math.max(1, step) && history.estimateRows({ from, to }) > 2 * maxRows) {
      to = Math.max(aligned((from + to) / 2, step), from + Math.max(1, step))
    }
    yield { from, to }
    from = to
  }
}

/** The last multiple of `step` up to a second. A step of 0 is the whole span: it aligns to seconds. */
function aligned(second: number, step: number): number {
  const unit = Math.max(1, step)
  return Math.floor(second / unit) * unit
}
