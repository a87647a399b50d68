import { type Span, unionOf } from '../contract/time-span.ts'
import { allTime, type Change, type StoreJournal } from './journal.ts'

/** With more appends, or rows, the affected spans are dropped instead of updated. */
const maxLateBatches = 64
const maxLateRows = 2_000_000

/** Rows or counts of the table that are kept in memory. */
export interface Followed {
  /** It has the rows of all changes up to this number, and of no later change. */
  number: number
  /** Whether it has anything in the span. */
  holds(span: Span): boolean
  /** Adds the rows of appends; false when they are not in memory. */
  add(appends: readonly Change[]): boolean
  /** Drops everything in these spans. */
  lose(spans: readonly Span[]): void
}

/**
 * Brings `kept` up to a number: the only rule by which anything of the store becomes stale. Returns the
 * appends whose rows are missing because they are not in memory; the number of `kept` then stays unchanged.
 */
export function follow(
  journal: Pick<StoreJournal, 'current' | 'since'>,
  kept: Followed,
  upTo = journal.current,
): readonly Change[] {
  const changes = journal.since(kept.number, upTo)
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
