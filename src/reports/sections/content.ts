import type { EventCursor } from '../../query/event-batch.ts'
import type { StoredEvent } from '../../schema/event.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { Figure, Table } from '../document.ts'
import type { WidgetView } from '../job.ts'

/** Every event that a Search matches: how many, and as many of them as may be read, once. */
export interface EventStream {
  matching: number
  batches: AsyncIterable<readonly StoredEvent[]>
  /** Instead of `batches`. */
  cursors: AsyncIterable<EventCursor>
}

/** What a section is made from. */
export interface Answer {
  query: QueryRepresentation
  widget: WidgetView | undefined
  /** Absent: the page that the results of a Search hold is all there is. */
  events: EventStream | undefined
}

/** What a query type says of its answer. */
export interface SectionContent {
  range: { from: number; to: number } | undefined
  figures: readonly Figure[]
  /** At least one; a csv holds the first. */
  tables: readonly [Table, ...Table[]]
  /** Of a Search. */
  events?: AsyncIterable<readonly StoredEvent[]>
}

/** How one family of query types becomes tables and figures. The results are there. */
export type ContentBuilder = (answer: Answer) => SectionContent

/** The range that totals tell. */
export function rangeOf(totals: { ts_from: number; ts_to: number }): { from: number; to: number } {
  return { from: totals.ts_from, to: totals.ts_to }
}
