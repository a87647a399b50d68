import { type Span, unionOf } from '../contract/time-span.ts'
import { allTime, type Change, type StoreJournal } from './journal.ts'

/**
 * Maximum changes, and maximum rows of all of them, that one call of `follow` adds. If there are more, it
 * drops the affected spans.
 */
const maxFollowedChanges = 64
const maxFollowedRows = 2_000_000

/** Rows or counts of the table that are kept in memory, as `follow` sees them. */
export interface Followed {
  /** The number of the last change of the journal that it includes. `follow` raises it. */
  number: number
  /** Whether it has anything in the span. */
  holds(span: Span): boolean
  /** Adds the rows of appends; false if it cannot, for example since their rows are not in memory. */
  add(appends: readonly Change[]): boolean
  /** Drops everything in these spans. */
  lose(spans: readonly Span[]): void
}

/**
 * Updates `kept` to a number of the journal: the only rule by which anything in memory becomes stale. If
 * `kept.add` fails, returns the appends that it could not add; `kept` then stays at its number. Otherwise
 * returns no appends.
 */
export function follow(
  journal: Pick<StoreJournal, 'current' | 'since'>,
  kept: Followed,
  upTo = journal.current,
): readonly Change[] {
  const changes = journal.since(kept.number, upTo)
  if (changes === undefined) {
    // The journal no longer remembers all of the changes.
    kept.lose([allTime])
  } else {
    const isTooMuch =
      changes.length > maxFollowedChanges ||
      changes.reduce((sum, { rows }) => sum + rows, 0) > maxFollowedRows
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
