import type { ReportDocument } from './document.ts'
import type { Output } from './job.ts'

/** How a document was written. */
export interface WriteOutcome {
  /** How many rows there would be, of the section that was cut most; absent when nothing was cut. */
  cappedFrom?: number
}

/**
 * Writes a document in one format. Ends when `out` has taken all of it; rejects with what `out` or a table's rows rejected with, or
 * the signal's reason.
 */
export type Writer = (document: ReportDocument, out: Output, signal: AbortSignal) => Promise<WriteOutcome>

/** The same for one section, in formats that have a file for each. Bytes are only lent: `out` is done with them when it resolves. */
export type SectionWriter = (
  section: ReportDocument['sections'][number],
  document: ReportDocument,
  out: Output,
  signal: AbortSignal,
) => Promise<WriteOutcome>

/** The outcome of several sections or tables. */
export function largestCut(outcomes: readonly { readonly cappedFrom?: number | undefined }[]): WriteOutcome {
  const cut = outcomes.flatMap(({ cappedFrom }) => cappedFrom ?? [])
  return cut.length === 0 ? {} : { cappedFrom: Math.max(...cut) }
}
