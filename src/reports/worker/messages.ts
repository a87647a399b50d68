import type { MessagePort } from 'node:worker_threads'
import type { NotesByEvent } from '../../schema/event/event-note.ts'
import type { FiredByEvent, TriggersByEvent } from '../../schema/event/event-record.ts'
import type { FaultCode } from '../../schema/fault.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { NoAnswer, ReportJob, ReportOutcome, WidgetView } from '../document/job.ts'

/** A job in the form sent to a worker, which pulls its events. */
export interface RenderRequest extends Omit<ReportJob, 'parts'> {
  parts: readonly RenderPart[]
  /** Maximum rows of a table, and events of a part. */
  maxRows: number
}

/** A part of a job, whose events follow in messages. */
export interface RenderPart {
  title: string
  widget?: WidgetView
  answer:
    | {
        query: QueryRepresentation
        /** Number of events that can be pulled; absent if the results are complete. */
        matching?: number
        /** Notes of these events, by id. */
        notes?: NotesByEvent | undefined
        /** Triggers that these events set off later, by id. */
        triggers?: TriggersByEvent | undefined
        /** Batches include what their events set off. */
        hasTriggerData?: boolean
      }
    | NoAnswer
}

/** Starts a job. Its other messages use its own port. A thread has one job at a time. */
export interface StartJob {
  request: RenderRequest
  port: MessagePort
}

/** Messages to the worker, on the port of a job. */
export type ToWorker =
  /** The next batch. `fired`: the triggers that its events set off. */
  | { kind: 'events'; part: number; bytes: Uint8Array; rows: number; fired?: FiredByEvent }
  /** There are no more events of this part. */
  | { kind: 'eventsEnd'; part: number }
  /** A chunk was written. */
  | { kind: 'taken' }
  | { kind: 'cancel' }

/**
 * Messages from the worker, on the port of a job. `done` or `failed` is the last one; `heapBytes` is the heap
 * after the job.
 */
export type FromWorker =
  /** Asks for the next batch of events of this part. */
  | { kind: 'pull'; part: number }
  /** Needs no more events of this part. */
  | { kind: 'stop'; part: number }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'done'; outcome: ReportOutcome; heapBytes: number }
  | { kind: 'failed'; fault?: { code: FaultCode; detail: string }; message: string; heapBytes: number }

/** Maximum batches of one part that are requested or not yet read. */
export const maxBatchesAhead = 2

/** Maximum chunks of output that are sent but not yet written. */
export const maxChunksAhead = 4
/** Bytes of a chunk; the last one may be shorter. */
export const chunkBytes = 256 * 1024
