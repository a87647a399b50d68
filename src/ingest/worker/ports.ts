import type { ParsedEvent } from '../../schema/event/event.ts'
import type { Figure } from '../../schema/store/figure.ts'
import type { Sink, SlowOutcome } from '../spool/spooled-file.ts'

/** What ingest needs from the process around it. */
export interface IngestPorts {
  /** Takes spool files into the store, each exactly once no matter how often it is given. */
  sink: Sink
  /** Waits for the outcome of a file that the sink called slow. */
  slowOutcome?: SlowOutcome
  /** Called with the sequence of a file that the sink may not have taken and will never be given again. */
  abandon?: (sequence: number) => void
  /**
   * Reserves `size` event ids, `idStep` of the settings apart, higher than all earlier ids and than `above`,
   * and resolves with the first. Durable when it resolves.
   */
  reserveIds: (size: number, above: number) => Promise<number>
  /**
   * Takes counts by the second of receipt, each second once: rows of the kind `ingest`, values firsts,
   * duplicates, too old.
   */
  recordFigures?: (figures: Figure[]) => Promise<void> | void
  /**
   * Takes a span in which nothing was received, Unix milliseconds. The span before the start is recorded
   * before the sink gets any event.
   */
  recordOutage?: (from: number, to: number) => Promise<void> | void
  warn: (message: string) => void
  /** Called whenever a part of opening ingest is done, such as a spool file. */
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
