import type { ParsedEvent } from '../../schema/event.ts'
import type { Figure } from '../../schema/figure.ts'
import type { Sink } from '../spool/spooled-file.ts'

/** What ingest needs of the process around it. */
export interface IngestPorts {
  /** Takes spool files into the store, each exactly once however often it is given. */
  sink: Sink
  /** Is called with the sequence of a file that the sink will never be given again, and may not have taken. */
  abandon?: (sequence: number) => void
  /** Reserves so many event ids, higher than all before and than `above`, and resolves with the first. Durable when it resolves. */
  reserveIds: (size: number, above: number) => Promise<number>
  /** Takes counts by the second of receipt, each second once: rows of the kind `ingest`, values firsts, duplicates, too old. */
  recordFigures?: (figures: Figure[]) => Promise<void> | void
  /** Takes a span in which nothing was received, Unix milliseconds. The one before the start is recorded before any event is given to the sink. */
  recordOutage?: (from: number, to: number) => Promise<void> | void
  warn: (message: string) => void
  /** Is called while ingest is being opened, whenever a part of that is done: a spool file, for instance. */
  progress?: () => void
}

/** An event of an earlier run whose window may still be open: any row of it, as values. */
export interface RecentEvent
  extends Omit<ParsedEvent, 'extra' | 'readFrom' | 'keepsExtra' | 'originalBytes' | 'ts'> {
  id: number
  triggers: readonly number[]
  /** Microseconds. */
  first: number
}
