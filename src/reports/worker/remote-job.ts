import type { MessagePort } from 'node:worker_threads'
import pLimit, { type LimitFunction } from 'p-limit'
import type { FiringEvent } from '../../metadata/triggers/trigger-results.ts'
import type { ReadTriggerResults } from '../../query/decorations/trigger-data.ts'
import { cursorOf } from '../../query/event-batch.ts'
import type { EventBatch } from '../../query/snapshot.ts'
import type { FiredByEvent, TriggersByEvent } from '../../schema/event/event-record.ts'
import { Fault } from '../../schema/fault.ts'
import { triggersOf } from '../document/event-triggers.ts'
import type { Output, ReportJob, ReportOutcome, ReportPart } from '../document/job.ts'
import type { FromWorker, RenderPart, RenderRequest, ToWorker } from './messages.ts'

/** Converts a job to the form sent to a worker. A widget shows the page in its results, not all events. */
export function toRenderRequest({ parts, ...head }: ReportJob, maxRows: number): RenderRequest {
  return { ...head, maxRows, parts: parts.map(toRenderPart) }
}

function toRenderPart({ title, widget, answer, readTriggerResults }: ReportPart): RenderPart {
  if (!('query' in answer)) return { title, ...(widget && { widget }), answer }
  const { query, events } = answer
  if (widget !== undefined) return { title, widget, answer: { query } }
  if (events === undefined) return { title, answer: { query } }
  const { matching, notes, triggers } = events
  const hasTriggerData = readTriggerResults !== undefined
  return { title, answer: { query, matching, notes, triggers, hasTriggerData } }
}

/** The events of one part, read batch by batch. */
interface EventRead {
  batches: AsyncIterator<EventBatch>
  /** Reads the results of triggers that events of a batch fired; undefined: not wanted. */
  readFired: ((batch: EventBatch) => Promise<FiredByEvent>) | undefined
  /** Sends one batch after the other. */
  limit: LimitFunction
}

/** A job in a worker. Sends the batches that the worker pulls, and writes the bytes that it sends. */
export class RemoteJob {
  readonly #job: ReportJob
  readonly #out: Output
  readonly #port: MessagePort
  readonly #maxRows: number
  readonly #stop = new AbortController()
  readonly #reads = new Map<number, EventRead>()
  readonly #outcome = Promise.withResolvers<ReportOutcome>()
  readonly outcome = this.#outcome.promise
  readonly #workerFinished = Promise.withResolvers<number>()
  /** Resolves with the size of the worker's heap in bytes when the job ends there; 0 if the worker died. */
  readonly workerFinished = this.#workerFinished.promise
  readonly #writes = pLimit(1)

  constructor(job: ReportJob, out: Output, port: MessagePort, maxRows: number) {
    this.#job = job
    this.#maxRows = maxRows
    this.#out = out
    this.#port = port
    this.outcome.catch(() => {})
    // Only `renderJob` of this job posts here.
    port.on('message', (message: FromWorker) => {
      try {
        this.#receive(message)
      } catch (error) {
        this.fail(error)
      }
    })
  }

  /** Rejects the outcome with this error, cancels the job in the worker, and stops writing. */
  fail(error: unknown): void {
    if (this.#isOver) return
    this.#end()
    this.#post({ kind: 'cancel' })
    this.#outcome.reject(error)
  }

  /** Ends the job after its thread has ended. */
  workerDied(error: unknown): void {
    this.fail(error)
    this.#port.close()
    this.#workerFinished.resolve(0)
  }

  get #isOver(): boolean {
    return this.#stop.signal.aborted
  }

  #end(): void {
    this.#stop.abort(new Error('the job is over'))
    for (const { batches } of this.#reads.values()) stopReading(batches)
  }

  #post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer)
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'done' || message.kind === 'failed') this.#workerFinished.resolve(message.heapBytes)
    if (this.#isOver) return
    switch (message.kind) {
      case 'pull':
        this.#sendBatch(message.part)
        return
      case 'stop':
        stopReading(this.#readOf(message.part).batches)
        return
      case 'bytes':
        this.#writeInTurn(async () => {
          await this.#out.write(message.bytes)
          if (!this.#isOver) this.#post({ kind: 'taken' })
        })
        return
      case 'done':
        // The outcome follows the write of the last bytes.
        this.#writeInTurn(async () => {
          this.#end()
          this.#outcome.resolve(message.outcome)
        })
        return
      case 'failed':
        this.fail(
          message.fault
            ? new Fault(message.fault.code, { detail: message.fault.detail })
            : new Error(`A document could not be drawn: ${message.message}`),
        )
    }
  }

  /** Writes after all earlier writes, unless the job is over by then. */
  #writeInTurn(write: () => Promise<void>): void {
    this.#writes(async () => {
      if (!this.#isOver) await write()
    }).catch(error => this.fail(error))
  }

  /** Sends the next batch of a part, or that there are no more. */
  #sendBatch(part: number): void {
    const { batches, limit, readFired } = this.#readOf(part)
    limit(async () => {
      const { value, done } = await batches.next()
      if (this.#isOver) return
      if (done) return this.#post({ kind: 'eventsEnd', part })
      const fired = await readFired?.(value)
      if (this.#isOver) return
      const bytes = transferable(value.bytes)
      this.#post({ kind: 'events', part, bytes, rows: value.rows, ...(fired && { fired }) }, [bytes.buffer])
    }).catch(error => this.fail(error))
  }

  #readOf(part: number): EventRead {
    let read = this.#reads.get(part)
    if (read === undefined) {
      const { answer, readTriggerResults } = this.#job.parts[part] ?? {}
      const events = answer !== undefined && 'query' in answer ? answer.events : undefined
      if (events === undefined) throw new Error(`part ${part} has no events to pull`)
      const batches = events.read(this.#maxRows, this.#stop.signal)[Symbol.asyncIterator]()
      const readFired =
        readTriggerResults &&
        ((batch: EventBatch) => triggerDataOf(batch, events.triggers, readTriggerResults))
      read = { batches, limit: pLimit(1), readFired }
      this.#reads.set(part, read)
    }
    return read
  }
}

function stopReading(batches: AsyncIterator<EventBatch>): void {
  batches.return?.().catch(() => {})
}

/** Bytes with their own buffer, which can be transferred. */
function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength)
    return new Uint8Array(buffer, bytes.byteOffset, bytes.byteLength)
  return new Uint8Array(bytes)
}

/** Results of triggers that events of a batch fired. `later`: triggers that are not in the events' rows. */
function triggerDataOf(
  batch: EventBatch,
  later: TriggersByEvent | undefined,
  readFired: ReadTriggerResults,
): Promise<FiredByEvent> {
  const firing: FiringEvent[] = []
  const event = cursorOf(batch)
  while (event.next()) {
    const trigger_ids = triggersOf(event, later)
    if (trigger_ids.length === 0) continue
    const { id, status, host, bytes } = event
    const first_occurrence = event.ts / 1_000_000
    firing.push({
      id,
      status,
      first_occurrence,
      trigger_ids,
      host: bytes.toString('utf8', host.from, host.to),
    })
  }
  return readFired(firing)
}
