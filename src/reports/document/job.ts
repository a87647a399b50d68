import type { ReadTriggerResults } from '../../query/decorations/trigger-data.ts'
import type { Snapshot } from '../../query/snapshot.ts'
import { Fault } from '../../schema/fault.ts'
import type { ExportFormat } from '../../schema/reports/export-format.ts'

/** How a widget is shown on its dashboard. */
export interface WidgetView {
  /** The widget's view settings, its place on the dashboard, and its params. */
  config: Readonly<Record<string, unknown>>
  /** Title of the group of rows that begins with this widget. */
  groupTitle?: string
  /** Labels of variables of the dashboard whose value does not filter the widget; absent: there are none. */
  unfilteredBy?: readonly string[]
}

/** What a part shows in place of an answer: a failure, or the text of a note (Markdown). */
export type NoAnswer = { failure: { code: string; detail: string } } | { note: string }

/** One query of a document, or a note. */
export interface ReportPart {
  title: string
  /** Absent when a single query is exported. */
  widget?: WidgetView
  /** Adds what the events of a Search set off. Absent: triggers are only named. */
  readTriggerResults?: ReadTriggerResults
  answer: Snapshot | NoAnswer
}

/** A document to render. */
export interface ReportJob {
  format: ExportFormat
  title: string
  /** A query has one part; a dashboard has any number, in grid order. */
  kind: 'query' | 'dashboard'
  parts: readonly ReportPart[]
  /** IANA name of the zone for times. */
  timezone: string
  /** Unix seconds. */
  generatedAt: number
  /** Name of this machine. */
  host: string
}

/** A rendered document. */
export interface ReportOutcome {
  bytes: number
  /** Rows of the longest truncated part; absent if none was truncated. */
  cappedFrom?: number
  /** Lower-case hex SHA-256 of the document's data, equal in every format. */
  dataHash: string
}

/** Takes the bytes of a document in order. `write` resolves when it accepts more (back-pressure). */
export interface Output {
  write(bytes: Uint8Array): Promise<void>
}

/**
 * The thread that rendered a document ended, probably because the document needs more memory than a thread
 * has. Rendering it again would end another thread.
 */
export class ThreadEndedFault extends Fault {
  constructor(cause: unknown) {
    const detail = 'The document could not be made: its worker ended.'
    // Overloaded rather than internal: the document is probably too large.
    super('overloaded', { detail, retryAfter: 10, cause })
  }
}

/** Renders documents outside of the main thread. */
export interface ReportRenderer {
  /** Maximum rows of a table in this format. */
  maxRows(format: ExportFormat): number
  /**
   * Writes the document to `out` while rendering. Rejects with a Fault (of a read, or for an unsupported
   * format), with the error of `out`, or with the signal's reason; the written bytes are useless then.
   */
  render(job: ReportJob, out: Output, signal: AbortSignal): Promise<ReportOutcome>
  close(): Promise<void>
}
