import type { ParsedEvent } from '../../schema/event/event.ts'
import type { Figure } from '../../schema/store/figure.ts'
import type { Sink, SlowOutcome } from '../spool/spooled-file.ts'

/** The functions that ingest needs from the process that runs it. */
export interface IngestPorts {
  /** Takes spool files into the store, each exactly once no matter how often it is given. */
  sink: Sink
  /** Waits for the outcome of a file that the sink has reported as slow. */
  slowOutcome?: SlowOutcome
  /** Called with the sequence number of a file that the sink may not have taken and will not get again. */
  abandon?: (sequence: number) => void
  /**
   * Reserves `size` event ids, `idStep` apart, above `above` and all earlier ids. Resolves with the first id
   * once the reservation is durable.
   */
  reserveIds: (size: number, above: number) => Promise<number>
  /**
   * Takes counts by second of receipt (kind `ingest`: firsts, duplicates, too old). A second comes again if a
   * long body that was received in it is read later; then its counts are added.
   */
  recordFigures?: (figures: Figure[]) => Promise<void> | void
  /**
   * Records a span in which nothing was received (Unix milliseconds). The span before the start is recorded
   * before the sink gets any event.
   */
  recordOutage?: (from: number, to: number) => Promise<void> | void
  warn: (message: string) => void
  /** Called after each part of opening ingest, such as reading a spool file. */
  progress?: () => void
}

/** An event of an earlier run whose window may still be open, with the values of any of its rows. */
export interface RecentEvent
  extends Omit<ParsedEvent, 'extra' | 'readFrom' | 'keepsExtra' | 'originalBytes' | 'ts'> {
  id: number
  triggers: readonly number[]
  /** Microseconds. */
  first: number
}
