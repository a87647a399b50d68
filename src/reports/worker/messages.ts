import type { MessagePort } from 'node:worker_threads'
import type { NotesByEvent } from '../../schema/event-note.ts'
import type { FiredByEvent, TriggersByEvent } from '../../schema/event-record.ts'
import type { FaultCode } from '../../schema/fault.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { ReportJob, ReportOutcome, WidgetView } from '../job.ts'

/** A job as it is sent to a worker. Its events are pulled. */
export interface RenderRequest extends Omit<ReportJob, 'parts'> {
  parts: readonly RenderPart[]
  /** Rows of a table, and events of a part. */
  maxRows: number
}

export interface RenderPart {
  title: string
  widget?: WidgetView
  answer:
    | {
        query: QueryRepresentation
        /** How many events can be pulled; absent when the results are complete. */
        matching?: number
        /** Of these events, by id. */
        notes?: NotesByEvent | undefined
        /** Triggers that these events set off later, by id. */
        triggers?: TriggersByEvent | undefined
        /** Batches come with what their events set off. */
        hasTriggerData?: boolean
      }
    | { failure: { code: string; detail: string } }
}

/** Starts a job, whose other messages use its own port. A thread has one job at a time. */
export interface StartJob {
  request: RenderRequest
  port: MessagePort
}

/** On the port of a job, to the worker. */
export type ToWorker =
  | { kind: 'events'; part: number; bytes: Uint8Array; rows: number; fired?: FiredByEvent }
  | { kind: 'eventsEnd'; part: number }
  /** A chunk is written. */
  | { kind: 'taken' }
  | { kind: 'cancel' }

/** On the port of a job, from the worker. `done` or `failed` is the last one; `heap` is in bytes. */
export type FromWorker =
  /** Asks for the next batch of events of this part. */
  | { kind: 'pull'; part: number }
  /** Needs no more of them. */
  | { kind: 'stop'; part: number }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'done'; outcome: ReportOutcome; heap: number }
  | { kind: 'failed'; fault?: { code: FaultCode; detail: string }; message: string; heap: number }

/** Batches of one part that are asked for or not yet read. */
export const maxBatchesAhead = 2

/** Chunks of output that are sent and not yet written, and the bytes of one. */
export const maxChunksAhead = 4
export const chunkBytes = 256 * 1024
