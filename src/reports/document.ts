import type { EventCursor } from '../query/event-batch.ts'
import type { StoredEvent } from '../schema/event.ts'
import type { QueryRepresentation, QueryType } from '../schema/query/query.ts'
import type { WidgetView } from './job.ts'

/**
 * What a cell is, hence how each format writes it. Times are Unix seconds, with microseconds as fraction; bytes are bytes, percent is
 * 0 to 100. null is an empty cell.
 */
export type CellKind = 'text' | 'integer' | 'number' | 'percent' | 'bytes' | 'time'
export type Cell = string | number | null
export type Row = readonly Cell[]

export interface Column {
  /** The member's name in the interface: the header of a csv. */
  name: string
  /** As people read it. */
  title: string
  kind: CellKind
}

/** A table, whose rows may be too many for memory: they come in batches, once. */
export interface Table {
  title: string
  columns: readonly Column[]
  rows: readonly Row[] | AsyncIterable<readonly Row[]>
  /** How many rows there are; `rows` may hold the first of them only. */
  count: number
  /** Columns at the left in which rows that belong together say the same; 0 when absent. */
  groupedColumns?: number
}

/** A number worth reading by itself: a sum, a maximum. */
export interface Figure {
  name: string
  title: string
  kind: CellKind
  value: Cell
}

/** One answer, ready to be written in any format. Numbers are the very ones of the API. */
export interface Section {
  title: string
  /** undefined with a failure. */
  type: QueryType | undefined
  /** Unix seconds, start inclusive, end exclusive. */
  range: { from: number; to: number } | undefined
  /** The filter in words; '' for none. */
  filter: string
  /** What to know before the numbers are believed, in sentences: that they are approximate, that the query was stopped. */
  caveats: readonly string[]
  figures: readonly Figure[]
  /** The first is the one that a csv holds. */
  tables: readonly Table[]
  /**
   * The events of a Search, for formats that keep all of each. They and the rows of the first table come from one stream: whoever
   * reads one leaves the others.
   */
  events: AsyncIterable<readonly StoredEvent[]> | undefined
  /** The same stream once more, batch by batch as it came, for formats that make bytes of bytes. undefined when there is a page only. */
  cursors: AsyncIterable<EventCursor> | undefined
  /** For drawings: results and params, as the API tells them. undefined with a failure. */
  query: QueryRepresentation | undefined
  widget: WidgetView | undefined
  /** Why there is nothing. */
  failure: { code: string; detail: string } | undefined
}

/** A whole document. */
export interface ReportDocument {
  title: string
  kind: 'query' | 'dashboard'
  sections: readonly Section[]
  /** IANA name. */
  timezone: string
  /** Unix seconds. */
  generatedAt: number
  host: string
  /** Rows that a table of it has at most. Formats with a smaller bound of their own keep to that. */
  maxRows: number
}
