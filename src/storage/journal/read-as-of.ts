import { withinAsOf } from '../sql/scope.ts'
import type { Mark } from '../store.ts'
import { overlaps, type Span, unionOf } from '../time-span.ts'
import type { StoreJournal } from './journal.ts'

/**
 * Reads the rows of some spans as of a number of the journal. `unsure`: spans whose rows the answer may have of other moments too; who keeps
 * the answer leaves these out.
 */
export async function readAsOf<T>(
  journal: StoreJournal,
  spans: readonly Span[],
  ask: (mark: Mark, rows: string) => Promise<T>,
  number = journal.current,
): Promise<{ value: T; unsure: readonly Span[] }> {
  const { current } = journal
  const mark = journal.mark(number)
  const contended = new Set(spans.filter(span => isContended(journal, span, number)))
  const value = await ask(mark, rowsAsOf(journal, spans, mark))
  const began = journal.since(current)
  const seen = [...journal.pending, ...(began ?? [])].filter(
    ({ batch }) => batch <= mark.batch && !mark.missing.includes(batch),
  )
  const unsure = spans.filter(span => {
    if (began === undefined) return true
    return contended.has(span)
      ? seen.some(other => overlaps(other.span, span))
      : journal.settledUntil(span, current) < span.to
  })
  return { value, unsure }
}

/** Whether rows of a span came in after a number, or may at any moment: reads as of it leave them out, which other reads do not pay for. */
export function isContended(journal: StoreJournal, span: Span, number: number): boolean {
  const isBusy = journal.busySpans.some(other => overlaps(other, span))
  return isBusy || journal.settledUntil(span, number) < span.to
}

/** SQL of the rows of some spans as of a mark. */
export function rowsAsOf(journal: StoreJournal, spans: readonly Span[], mark: Mark): string {
  const contended = new Set(spans.filter(span => isContended(journal, span, mark.number)))
  const settled = spans.filter(span => !contended.has(span))
  return [
    ...unionOf(settled).map(({ from, to }) => `(${withinAsOf(from, to, undefined)})`),
    ...unionOf([...contended]).map(({ from, to }) => `(${withinAsOf(from, to, mark)})`),
  ].join(' OR ')
}
