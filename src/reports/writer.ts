import type { ReportDocument, Section } from './document.ts'
import type { Output } from './job.ts'

export interface WriteOutcome {
  /** Rows of the longest table that was cut; absent when none was cut. */
  cappedFrom?: number
}

/**
 * Writes a document in one format. Resolves when `out` has taken all of it; rejects with the error of `out` or of a table's rows, or
 * the signal's reason.
 */
export type Writer = (document: ReportDocument, out: Output, signal: AbortSignal) => Promise<WriteOutcome>

/** The same for one section. It reuses the bytes that it gives to `out` once `write` has resolved. */
export type SectionWriter = (
  section: Section,
  document: ReportDocument,
  out: Output,
  signal: AbortSignal,
) => Promise<WriteOutcome>

/** The outcome of several sections or tables. */
export function largestCut(outcomes: readonly { readonly cappedFrom?: number | undefined }[]): WriteOutcome {
  const cut = outcomes.flatMap(({ cappedFrom }) => cappedFrom ?? [])
  return cut.length === 0 ? {} : { cappedFrom: Math.max(...cut) }
}
