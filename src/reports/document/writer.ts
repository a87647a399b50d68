import type { ReportDocument, Section } from './document.ts'
import type { Output } from './job.ts'

export interface WriteOutcome {
  /** Rows of the longest truncated table; absent if none was truncated. */
  cappedFrom?: number
}

/**
 * Writes a document in one format. Resolves when `out` has taken all of it. Rejects with the error of `out`
 * or of a table's rows, or with the signal's reason.
 */
export type Writer = (document: ReportDocument, out: Output, signal: AbortSignal) => Promise<WriteOutcome>

/** Writes one section. It reuses the bytes passed to `out.write` once that call has resolved. */
export type SectionWriter = (
  section: Section,
  document: ReportDocument,
  out: Output,
  signal: AbortSignal,
) => Promise<WriteOutcome>

/** The combined outcome of several sections or tables. */
export function largestCut(outcomes: readonly { readonly cappedFrom?: number | undefined }[]): WriteOutcome {
  const cut = outcomes.flatMap(({ cappedFrom }) => cappedFrom ?? [])
  return cut.length === 0 ? {} : { cappedFrom: Math.max(...cut) }
}
