import type { MessagePort } from 'node:worker_threads'
import type { FaultCode } from '../../schema/fault.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { ReportJob, ReportOutcome, WidgetView } from '../job.ts'

/** A job as it crosses to the thread that draws: events stay behind and are pulled. */
export interface RenderRequest extends Omit<ReportJob, 'parts'> {
  parts: readonly RenderPart[]
  /** Rows of a table at most, and events of a part that are read. */
  maxRows: number
}

export interface RenderPart {
  title: string
  widget?: WidgetView
  answer:
    | {
        query: QueryRepresentation
        /** How many events there are to be pulled; absent when the results are all. */
        matching?: number
      }
    | { failure: { code: string; detail: string } }
}

/** Starts a job; everything else about it goes over its own port. A thread has one job at a time. */
export interface StartJob {
  request: RenderRequest
  port: MessagePort
}

/** Over a job's port, to the thread that draws. */
export type ToWorker =
  | { kind: 'events'; part: number; bytes: Uint8Array; rows: number }
  | { kind: 'eventsEnd'; part: number }
  /** The output has taken one piece. */
  | { kind: 'taken' }
  | { kind: 'cancel' }

/** Over a job's port, from the thread that draws. Nothing follows done and failed, which tell the bytes of the thread's heap. */
export type FromWorker =
  /** One more batch of this part's events is wanted. */
  | { kind: 'pull'; part: number }
  /** No more are. */
  | { kind: 'stop'; part: number }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'done'; outcome: ReportOutcome; heap: number }
  | { kind: 'failed'; fault?: { code: FaultCode; detail: string }; message: string; heap: number }

/** Batches of one part that are on their way or wait. */
export const maxBatchesAhead = 2

/** Pieces of output that are on their way or wait, and how long they are about, bytes. */
export const maxChunksAhead = 4
export const chunkBytes = 256 * 1024
