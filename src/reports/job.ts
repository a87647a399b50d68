import type { Snapshot } from '../query/snapshot.ts'
import type { ExportFormat } from '../schema/export-format.ts'

/** Where and how a widget stands on its dashboard. */
export interface WidgetView {
  /** The widget's config as it was given: view settings and params. */
  config: Readonly<Record<string, unknown>>
}

/** One answer of a document. */
export interface ReportPart {
  title: string
  /** Absent when a query is exported by itself. */
  widget?: WidgetView
  /** What there is, or why there is nothing. */
  answer: Snapshot | { failure: { code: string; detail: string } }
}

/** What a document is made of. */
export interface ReportJob {
  format: ExportFormat
  title: string
  /** One part: a query. Any number: a dashboard, in the order of its grid. */
  kind: 'query' | 'dashboard'
  parts: readonly ReportPart[]
  /** IANA name of the zone that times are written in. */
  timezone: string
  /** Unix seconds. */
  generatedAt: number
  /** Name of this machine, as documents tell it. */
  host: string
}

/** How a document turned out. */
export interface ReportOutcome {
  bytes: number
  /** How many rows there would be, of the part that was cut most; absent when nothing was cut. */
  cappedFrom?: number
  /** Lower-case hex SHA-256 of the document's data (not of its look): equal data, equal hash. */
  dataHash: string
}

/** Takes a document's bytes in order; resolves when more may come (back-pressure). */
export interface Output {
  write(bytes: Uint8Array): Promise<void>
}

/** Draws documents, away from the main thread. */
export interface ReportRenderer {
  /** Rows that a table of a document has at most in this format. */
  maxRows(format: ExportFormat): number
  /**
   * Writes the document while it is made. Rejects with a Fault (what a read failed with, unsupported format), with what `out`
   * rejected with, or the signal's reason; then what was written is to be thrown away.
   */
  render(job: ReportJob, out: Output, signal: AbortSignal): Promise<ReportOutcome>
  close(): Promise<void>
}
