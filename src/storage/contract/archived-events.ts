import type { Span } from './time-span.ts'

/** Days of events that the store itself does not read any longer. */
export interface ArchivedEvents<Store> {
  /** The same store, whose reads also have archived events. */
  readonly store: Store
  /** The archived days of a span, oldest first, without days that the store itself reads (restored ones). */
  daysIn(span: Span): readonly ArchivedDaySize[]
}

/** An archived day, such as 2024-10-04 (UTC), its number of rows, and the bytes of its files. */
export interface ArchivedDaySize {
  day: string
  rows: number
  bytes: number
}
