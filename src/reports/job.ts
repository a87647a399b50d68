import type { TellTriggers } from '../query/decorations/trigger-data.ts'
import type { Snapshot } from '../query/snapshot.ts'
import type { ExportFormat } from '../schema/export-format.ts'

export interface WidgetView {
  /** Settings of its view, its place on the dashboard, and params. */
  config: Readonly<Record<string, unknown>>
}

/** One query of a document. */
export interface ReportPart {
  title: string
  /** Absent when a query is exported by itself. */
  widget?: WidgetView
  /** Adds what the events of a Search set off; absent: their triggers are named only. */
  tellTriggers?: TellTriggers
  answer: Snapshot | { failure: { code: string; detail: string } }
}

/** A document to render. */
export interface ReportJob {
  format: ExportFormat
  title: string
  /** A query has one part; a dashboard any number, in the order of its grid. */
  kind: 'query' | 'dashboard'
  parts: readonly ReportPart[]
  /** IANA name; times are written in it. */
  timezone: string
  /** Unix seconds. */
  generatedAt: number
  /** Name of this machine. */
  host: string
}

/** A rendered document. */
export interface ReportOutcome {
  bytes: number
  /** Rows of the longest part that was cut; absent when none was cut. */
  cappedFrom?: number
  /** Lower-case hex SHA-256 of the document's data, the same in every format. */
  dataHash: string
}

/** Takes the bytes of a document in order. `write` resolves when more may come (back-pressure). */
export interface Output {
  write(bytes: Uint8Array): Promise<void>
}

/** Renders documents outside of the main thread. */
export interface ReportRenderer {
  /** Of a table in this format. */
  maxRows(format: ExportFormat): number
  /**
   * Writes the document to `out` while it is rendered. Rejects with a Fault (of a read, or for an unsupported format), with the error of
   * `out`, or with the signal's reason; then the written bytes are useless.
   */
  render(job: ReportJob, out: Output, signal: AbortSignal): Promise<ReportOutcome>
  close(): Promise<void>
}
