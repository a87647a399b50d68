import type { Field, Value } from './field.ts'
import { micro, type Span } from './time-span.ts'

/**
 * Windows of time of equal length, which may overlap or leave gaps. Integer microseconds: window i contains
 * the occurrences after `end + i * step - length`, up to and including `end + i * step`.
 */
export interface Windows {
  /** End of the first window. */
  end: number
  /** Distance between ends, at least 1. */
  step: number
  /** At least 1. */
  length: number
  /** At least 1. */
  count: number
}

/** A field, the id of the event, or the time of the occurrence in microseconds. */
export type WindowField = Field | 'id' | 'moment'

export interface WindowQuery {
  windows: Windows
  /** Groups by the values of these; empty: one sum for all. */
  fields: readonly WindowField[]
  /** What an occurrence adds: 1, or the UTF-8 bytes of its message. */
  measure: 'occurrences' | 'message_bytes'
}

/** The sums of one combination of values. */
export interface WindowSeries {
  /** Values of the `fields`, in their order. */
  values: readonly Value[]
  /** The sum of each window that has an occurrence, by window index, in order. */
  sums: readonly WindowSum[]
}

export interface WindowSum {
  window: number
  sum: number
}

/** The smallest span, in whole seconds, that contains all windows. */
export function spanOf({ end, step, length, count }: Windows): Span {
  const first = end - length + 1
  const last = end + (count - 1) * step
  return { from: Math.floor(first / micro), to: Math.floor(last / micro) + 1 }
}
