import type { EventCursor } from '../../query/event-batch.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import type { NotesByEvent } from '../../schema/event/event-note.ts'
import type { FiredByEvent, TriggersByEvent } from '../../schema/event/event-record.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { Column, Figure, Table } from '../document/document.ts'
import type { WidgetView } from '../document/job.ts'

/** The events that match a Search. They can be read once. */
export interface EventStream {
  matching: number
  /** By id of the event. */
  notes?: NotesByEvent | undefined
  /** Triggers that these events set off later. */
  triggers?: TriggersByEvent | undefined
  /** What the events of the current batch set off; undefined: not wanted. */
  fired?: FiredByEvent | undefined
  batches: AsyncIterable<readonly StoredEvent[]>
  /** The same events, as an alternative to `batches`. */
  cursors: AsyncIterable<EventCursor>
}

/** The answer of a query, from which a `ContentBuilder` makes tables and figures. */
export interface Answer {
  query: QueryRepresentation
  widget: WidgetView | undefined
  /** Undefined: only the page in the results of a Search is shown. */
  events: EventStream | undefined
}

/** The parts of a `Section` that depend on the type of its query. */
export interface SectionContent {
  /** Unix seconds, start inclusive, end exclusive. */
  range: { from: number; to: number } | undefined
  figures: readonly Figure[]
  /** A csv contains only the first table. */
  tables: readonly [Table, ...Table[]]
  /** As in `Section`. Only a Search has events. */
  events?: AsyncIterable<readonly StoredEvent[]>
}

/** Builds the content of a section from an answer of its query type. Requires results. */
export type ContentBuilder = (answer: Answer) => SectionContent

export function rangeOf(totals: { ts_from: number; ts_to: number }): { from: number; to: number } {
  return { from: totals.ts_from, to: totals.ts_to }
}

/** Start and end of a period; the end is exclusive. */
export const periodColumns: readonly Column[] = [
  { name: 'ts_from', title: 'From', kind: 'time' },
  { name: 'ts_to', title: 'To', kind: 'time' },
]
