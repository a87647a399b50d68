import type { EventCursor } from '../../query/event-batch.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import type { NotesByEvent } from '../../schema/event/event-note.ts'
import type { FiredByEvent, TriggersByEvent } from '../../schema/event/event-record.ts'
import type { QueryRepresentation, QueryType } from '../../schema/query/query.ts'
import type { WidgetView } from './job.ts'

/**
 * The kind of a cell decides how each format writes it. Times are Unix seconds with microseconds as fraction;
 * percent is 0 to 100. Null is an empty cell.
 */
export type CellKind = 'text' | 'integer' | 'number' | 'percent' | 'bytes' | 'time'
export type Cell = string | number | null
export type Row = readonly Cell[]

export interface Column {
  /** Name of the member in the API, used as the header of a csv. */
  name: string
  /** For people. */
  title: string
  kind: CellKind
}

/** A table. Rows that may not fit into memory come in batches and are read once. */
export interface Table {
  title: string
  columns: readonly Column[]
  rows: readonly Row[] | AsyncIterable<readonly Row[]>
  /** Number of all rows; `rows` may hold only the first of them. */
  count: number
  /** Columns at the left in which the rows of a group have equal cells; default 0. */
  groupedColumns?: number
}

/** A single number of an answer: a sum, a maximum. */
export interface Figure {
  name: string
  title: string
  kind: CellKind
  value: Cell
}

/** One answer or note, ready to be written in any format. Its numbers equal the API's. */
export interface Section {
  title: string
  /** Undefined for a note, and with a failure. */
  type: QueryType | undefined
  /** Unix seconds, start inclusive, end exclusive. */
  range: { from: number; to: number } | undefined
  /** The filter in words; '' for none. */
  filter: string
  /** Sentences about the numbers, for example that they are approximate or that the query was stopped. */
  caveats: readonly string[]
  figures: readonly Figure[]
  /** A csv contains only the first table. */
  tables: readonly Table[]
  /**
   * The events of a Search, for formats that write all their members. They share one stream with `cursors`
   * and the rows of the first table, so only one of the three can be read.
   */
  events: AsyncIterable<readonly StoredEvent[]> | undefined
  /** The same events as RowBinary, one cursor per batch. Undefined if there is only a page. */
  cursors: AsyncIterable<EventCursor> | undefined
  /** Notes of the events, by event id. */
  notes?: NotesByEvent | undefined
  /** Triggers that these events set off later. */
  triggers?: TriggersByEvent | undefined
  /** Triggers that the events of the current batch set off. */
  fired?: FiredByEvent | undefined
  /** Results and params as in the API, for charts. Undefined for a note, and with a failure. */
  query: QueryRepresentation | undefined
  widget: WidgetView | undefined
  /** The text of a note, in Markdown: a widget without a query. */
  note: string | undefined
  /** Why there is no answer. */
  failure: { code: string; detail: string } | undefined
}

export interface ReportDocument {
  title: string
  kind: 'query' | 'dashboard'
  sections: readonly Section[]
  /** IANA name. */
  timezone: string
  /** Unix seconds. */
  generatedAt: number
  host: string
  /** Maximum rows of a table. Some formats have a smaller bound of their own. */
  maxRows: number
}
