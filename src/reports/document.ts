import type { EventCursor } from '../query/event-batch.ts'
import type { StoredEvent } from '../schema/event.ts'
import type { NotesByEvent } from '../schema/event-note.ts'
import type { FiredByEvent, TriggersByEvent } from '../schema/event-record.ts'
import type { QueryRepresentation, QueryType } from '../schema/query/query.ts'
import type { WidgetView } from './job.ts'

/**
 * The kind of a cell decides how each format writes it. Times are Unix seconds, with microseconds as fraction; percent is
 * 0 to 100. Null is an empty cell.
 */
export type CellKind = 'text' | 'integer' | 'number' | 'percent' | 'bytes' | 'time'
export type Cell = string | number | null
export type Row = readonly Cell[]

export interface Column {
  /** Name of the member in the API: the header of a csv. */
  name: string
  /** For people. */
  title: string
  kind: CellKind
}

/** A table. Rows that may be too many for memory come in batches and are read once. */
export interface Table {
  title: string
  columns: readonly Column[]
  rows: readonly Row[] | AsyncIterable<readonly Row[]>
  /** Of all rows; `rows` may hold the first of them only. */
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

/** One answer, ready to be written in any format. Its numbers are those of the API. */
export interface Section {
  title: string
  /** Undefined with a failure. */
  type: QueryType | undefined
  /** Unix seconds, start inclusive, end exclusive. */
  range: { from: number; to: number } | undefined
  /** The filter in words; '' for none. */
  filter: string
  /** Sentences about the numbers: that they are approximate, that the query was stopped. */
  caveats: readonly string[]
  figures: readonly Figure[]
  /** A csv has the first one only. */
  tables: readonly Table[]
  /**
   * The events of a Search, for formats with all members of each. They share one stream with `cursors` and the rows of the first table,
   * so only one of the three can be read.
   */
  events: AsyncIterable<readonly StoredEvent[]> | undefined
  /** The same events as RowBinary, a cursor per batch. Undefined when there is a page only. */
  cursors: AsyncIterable<EventCursor> | undefined
  /** Of the events, by id. */
  notes?: NotesByEvent | undefined
  /** Triggers that these events set off later. */
  triggers?: TriggersByEvent | undefined
  /** What the events of the batch that is read set off. */
  fired?: FiredByEvent | undefined
  /** Results and params as in the API, for charts. Undefined with a failure. */
  query: QueryRepresentation | undefined
  widget: WidgetView | undefined
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
  /** Of a table. Some formats have a smaller bound of their own. */
  maxRows: number
}
