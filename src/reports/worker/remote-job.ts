import type { MessagePort } from 'node:worker_threads'
import type { EventBatch } from '../../query/snapshot.ts'
import { Fault } from '../../schema/fault.ts'
import type { Output, ReportJob, ReportOutcome } from '../job.ts'
import type { FromWorker, RenderRequest, ToWorker } from './messages.ts'

/** A job as it crosses. A widget shows the page that it has, not every event that matches. */
export function toRenderRequest({ parts, ...head }: ReportJob, maxRows: number): RenderRequest {
  return {
    ...head,
    maxRows,
    parts: parts.map(({ title, widget, answer }) => ({
      title,
      ...(widget && { widget }),
      answer:
        'failure' in answer
          ? answer
          : { query: answer.query, ...(answer.events && !widget && { matching: answer.events.matching }) },
    })),
  }
}

/** One job between the store's batches, the thread that draws, and where the bytes go. */
export class RemoteJob {
  readonly #job: ReportJob
  readonly #out: Output
  readonly #port: MessagePort
  readonly #maxRows: number
  readonly #stop = new AbortController()
  readonly #reads = new Map<number, EventPump>()
  readonly #settled = Promise.withResolvers<ReportOutcome>()
  readonly #released = Promise.withResolvers<number>()
  #writing: Promise<void> = Promise.resolve()
  #over = false

  constructor(job: ReportJob, out: Output, port: MessagePort, maxRows: number) {
    this.#job = job
    this.#maxRows = maxRows
    this.#out = out
    this.#port = port
    this.#released.promise.catch(() => {})
    this.#settled.promise.catch(() => {})
    // Only the drawing of this job posts here.
    port.on('message', (message: FromWorker) => {
      try {
        this.#receive(message)
      } catch (error) {
        this.fail(error)
      }
    })
  }

  /** How it went. */
  get outcome(): Promise<ReportOutcome> {
    return this.#settled.promise
  }

  /** Resolves when the thread has put the job away, be it done, failed or cancelled: with the bytes of its heap. */
  get workerFinished(): Promise<number> {
    return this.#released.promise
  }

  /** Ends the job: it rejects with this, the thread is told, and nothing is written any more. */
  fail(error: unknown): void {
    if (this.#over) return
    this.#end()
    this.#say({ kind: 'cancel' })
    this.#settled.reject(error)
  }

  /** The thread is gone. */
  workerDied(error: unknown): void {
    this.fail(error)
    this.#port.close()
    this.#released.resolve(0)
  }

  #end(): void {
    this.#over = true
    this.#stop.abort(new Error('the job is over'))
    for (const read of this.#reads.values()) read.end()
  }

  #say(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer)
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'done' || message.kind === 'failed') this.#released.resolve(message.heap)
    if (this.#over) return
    switch (message.kind) {
      case 'pull':
        this.#readOf(message.part).pull()
        return
      case 'enough':
        this.#readOf(message.part).end()
        return
      case 'bytes':
        this.#write(message.bytes)
        return
      case 'done':
        // The last pieces may still be on their way into the output.
        this.#writing.then(
          () => {
            this.#end()
            this.#settled.resolve(message.outcome)
          },
          () => {},
        )
        return
      case 'failed':
        this.fail(
          message.fault
            ? new Fault(message.fault.code, { detail: message.fault.detail })
            : new Error(`A document could not be drawn: ${message.message}`),
        )
    }
  }

  #write(bytes: Uint8Array): void {
    this.#writing = this.#writing.then(async () => {
      if (this.#over) return
      await this.#out.write(bytes)
      if (!this.#over) this.#say({ kind: 'taken' })
    })
    this.#writing.catch(error => this.fail(error))
  }

  #readOf(part: number): EventPump {
    let read = this.#reads.get(part)
    if (read === undefined) {
      const answer = this.#job.parts[part]?.answer
      const events = answer !== undefined && 'query' in answer ? answer.events : undefined
      if (events === undefined) throw new Error(`part ${part} has no events to pull`)
      read = new EventPump(events.read(this.#maxRows, this.#stop.signal), {
        onBatch: batch => {
          const bytes = transferable(batch.bytes)
          this.#say({ kind: 'events', part, bytes, rows: batch.rows }, [bytes.buffer])
        },
        onEnd: () => this.#say({ kind: 'eventsEnd', part }),
        onError: error => this.fail(error),
      })
      this.#reads.set(part, read)
    }
    return read
  }
}

interface EventSink {
  onBatch(onBatch: EventBatch): void
  onEnd(): void
  onError(error: unknown): void
}

/** Reads one part's events as far as they are pulled. */
class EventPump {
  readonly #batches: AsyncIterator<EventBatch>
  readonly #tell: EventSink
  #wanted = 0
  #busy = false
  #ended = false

  constructor(batches: AsyncIterable<EventBatch>, tell: EventSink) {
    this.#batches = batches[Symbol.asyncIterator]()
    this.#tell = tell
  }

  pull(): void {
    this.#wanted++
    if (!this.#busy) void this.#read()
  }

  end(): void {
    this.#ended = true
    this.#batches.return?.().catch(() => {})
  }

  async #read(): Promise<void> {
    this.#busy = true
    try {
      while (this.#wanted > 0 && !this.#ended) {
        this.#wanted--
        const { value, done } = await this.#batches.next()
        if (done === true) {
          this.#ended = true
          this.#tell.onEnd()
        } else this.#tell.onBatch(value)
      }
    } catch (error) {
      this.#ended = true
      this.#tell.onError(error)
    }
    this.#busy = false
  }
}

/** Bytes that have their memory for themselves: only that can be transferred. */
function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength)
    return new Uint8Array(buffer, bytes.byteOffset, bytes.byteLength)
  return new Uint8Array(bytes)
}
