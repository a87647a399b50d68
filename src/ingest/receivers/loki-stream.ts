import type { Labels } from './labels.ts'

/** One line of a stream. */
export interface LokiEntry {
  /** Microseconds; -1: none was given that can be read. */
  time: number
  line: string
  /** Structured metadata. */
  metadata: Labels
}

export interface LokiStream {
  labels: Labels
  entries: Iterable<LokiEntry>
}
