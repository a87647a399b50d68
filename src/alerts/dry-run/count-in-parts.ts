import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { MatchHistory, SecondCounts } from '../../query/history/match-history.ts'
import type { TimeSpan } from '../../query/time-span.ts'
import { Fault } from '../../schema/fault.ts'

/** Maximum estimated rows of a read, so that they fit into one answer. */
const maxRows = 500_000
/** From this step on, a part has few counts. */
const coarseSeconds = 60

export interface CountQuery {
  by: string | null
  value: string | null
  step: number
  occurrences: boolean
}

/** Counts of these predicates in one part. */
type PartCounts = readonly SecondCounts[]

/**
 * Counts of these spans part by part, in order of time; each answer is bounded. Parts are multiples of
 * `step`. The store counts the next part while the caller handles the current one.
 */
export async function* countInParts(
  history: MatchHistory,
  predicates: readonly Predicate[],
  spans: readonly TimeSpan[],
  query: CountQuery,
): AsyncGenerator<PartCounts> {
  const isLarge = (query.by !== null || query.value !== null) && query.step < coarseSeconds
  let nextCounts: Promise<PartCounts[]> | undefined
  for (const span of spans) {
    for (const part of isLarge ? partsOf(history, span, query.step) : [span]) {
      const next = countPart(history, predicates, part, query)
      // Not awaited if the caller stops before.
      next.catch(() => {})
      if (nextCounts !== undefined) yield* await nextCounts
      nextCounts = next
    }
  }
  if (nextCounts !== undefined) yield* await nextCounts
}

/** Asks for the halves of a part whose answer is too large. */
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

/** Parts of similar numbers of rows. */
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

/** The last multiple of the step up to a second. */
function aligned(second: number, step: number): number {
  const whole = Math.max(1, step)
  return Math.floor(second / whole) * whole
}
