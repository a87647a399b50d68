import { type Span, unionOf } from '../contract/time-span.ts'
import { allTime, type Change, type StoreJournal } from './journal.ts'

/**
 * Maximum appends, and maximum rows, by which something in memory is updated. If there are more, the affected
 * spans are dropped.
 */
const maxLateBatches = 64
const maxLateRows = 2_000_000

/** Rows or counts of the table that are kept in memory. */
export interface Followed {
  /** It includes all changes up to this number of the journal, and none after it. */
  number: number
  /** Whether it has anything in the span. */
  holds(span: Span): boolean
  /** Adds the rows of appends; false when they are not in memory. */
  add(appends: readonly Change[]): boolean
  /** Drops everything in these spans. */
  lose(spans: readonly Span[]): void
}

/**
 * Updates `kept` to a number of the journal: the only rule by which anything in memory becomes stale. Returns
 * the appends whose rows are missing because they are not in memory; `kept` then stays at its number.
 */
export function follow(
  journal: Pick<StoreJournal, 'current' | 'since'>,
  kept: Followed,
  upTo = journal.current,
): readonly Change[] {
  const changes = journal.since(kept.number, upTo)
  // The journal no longer remembers all of the changes.
  if (changes === undefined) kept.lose([allTime])
  else {
    const isTooMuch =
      changes.length > maxLateBatches || changes.reduce((sum, { rows }) => sum + rows, 0) > maxLateRows
    const lost = changes.filter(({ kind }) => isTooMuch || kind !== 'append')
    if (lost.length > 0) kept.lose(unionOf(lost.flatMap(({ spans }) => spans)))
    const added = changes.filter(
      ({ kind, spans }) => !isTooMuch && kind === 'append' && spans.some(span => kept.holds(span)),
    )
    if (added.length > 0 && !kept.add(added)) return added
  }
  kept.number = Math.max(kept.number, upTo)
  return []
}
