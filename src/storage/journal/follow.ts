import { type Span, unionOf } from '../time-span.ts'
import { allTime, type Change, type StoreJournal } from './journal.ts'

/** With more appends, or rows, what they touch is dropped rather than added to. */
const maxLateBatches = 64
const maxLateRows = 2_000_000

/** What is kept in memory of rows of the table. */
export interface Followed {
  /** It has the rows of all changes up to this number, and of no later ones. */
  number: number
  /** Whether it has anything of the span. */
  holds(span: Span): boolean
  /** Adds the rows of appends; false when they are not at hand. */
  add(appends: readonly Change[]): boolean
  /** Drops what it has of these spans. */
  lose(spans: readonly Span[]): void
}

/**
 * Brings what is kept in memory up to a number: the one rule by which anything of the store becomes stale. Returns the appends whose rows it
 * lacks, when they are not at hand; its number stays before them.
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
