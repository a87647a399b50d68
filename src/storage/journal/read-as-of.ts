import type { Mark } from '../contract/event-store.ts'
import { overlaps, type Span, unionOf } from '../contract/time-span.ts'
import { withinAsOf } from '../sql/scope.ts'
import type { StoreJournal } from './journal.ts'

/**
 * Reads the rows of some spans as of a number of the journal. In contended spans, where rows have arrived
 * since or may arrive at any moment, the SQL leaves out rows after the mark; other spans are read without the
 * mark, which costs less. `ask` gets the mark, and SQL of the rows. Returns the answer of `ask`, and the
 * `unsure` spans, whose rows may be of another moment after all: rows arrived during the read, or the journal
 * has forgotten the number. A caller that caches the answer must leave the unsure spans out.
 */
export async function readAsOf<T>(
  journal: StoreJournal,
  spans: readonly Span[],
  ask: (mark: Mark, rows: string) => Promise<T>,
  number = journal.current,
): Promise<{ value: T; unsure: readonly Span[] }> {
  const { current } = journal
  const knownMark = journal.markAt(number)
  const mark = knownMark ?? journal.mark()
  const contended = contendedOf(journal, spans, mark)
  const value = await ask(mark, sqlAsOf(spans, contended, mark))
  const changes = journal.since(current)
  if (knownMark === undefined || changes === undefined) return { value, unsure: spans }
  // Batches that the mark does not leave out, although their rows may have arrived during the read.
  const seen = [...journal.pending, ...changes].filter(
    ({ batch }) => batch <= mark.batch && !mark.missing.includes(batch),
  )
  const isSeen = (span: Span) => seen.some(({ spans }) => spans.some(other => overlaps(other, span)))
  const unsure = spans.filter(span =>
    contended.has(span) ? isSeen(span) : journal.settledUntil(span, current) < span.to,
  )
  return { value, unsure }
}

/**
 * Whether rows of a span arrived after a number, or may at any moment. Reads as of the number then exclude
 * these rows, a cost that other reads avoid.
 */
export function isContended(journal: StoreJournal, span: Span, number: number): boolean {
  const isBusy = journal.busySpans.some(other => overlaps(other, span))
  return isBusy || journal.settledUntil(span, number) < span.to
}

/**
 * SQL of the rows of some spans as of a mark. `unmarked`: spans without new rows, which the SQL reads whole;
 * none with `marksAllSpans`, which costs more. The caller checks them with `isTouched` after reading.
 */
export function rowsAsOf(
  journal: StoreJournal,
  spans: readonly Span[],
  mark: Mark,
  marksAllSpans: boolean,
): { rows: string; unmarked: readonly Span[] } {
  const contended = marksAllSpans ? new Set(spans) : contendedOf(journal, spans, mark)
  return { rows: sqlAsOf(spans, contended, mark), unmarked: spans.filter(span => !contended.has(span)) }
}

/**
 * Whether rows of these spans arrived after a mark, or may at any moment. A read of the spans may then
 * include some of them.
 */
export function isTouched(journal: StoreJournal, spans: readonly Span[], { number }: Mark): boolean {
  return spans.some(span => journal.settledUntil(span, number) < span.to)
}

function contendedOf(journal: StoreJournal, spans: readonly Span[], { number }: Mark): ReadonlySet<Span> {
  return new Set(spans.filter(span => isContended(journal, span, number)))
}

function sqlAsOf(spans: readonly Span[], contended: ReadonlySet<Span>, mark: Mark): string {
  const settled = spans.filter(span => !contended.has(span))
  return [
    ...unionOf(settled).map(({ from, to }) => `(${withinAsOf(from, to, undefined)})`),
    ...unionOf([...contended]).map(({ from, to }) => `(${withinAsOf(from, to, mark)})`),
  ].join(' OR ')
}
