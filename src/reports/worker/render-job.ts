import { createHash, type Hash } from 'node:crypto'
import { getHeapStatistics } from 'node:v8'
import type { MessagePort } from 'node:worker_threads'
import { cursorOf, type EventCursor, eventChunksOf } from '../../query/event-batch.ts'
import { stableJson } from '../../query/life/stable-json.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import type { FiredByEvent, FiredTrigger } from '../../schema/event/event-record.ts'
import { Fault } from '../../schema/fault.ts'
import type { ReportDocument } from '../document/document.ts'
import type { Output, ReportOutcome } from '../document/job.ts'
import { sectionOf } from '../sections/section.ts'
import {
  chunkBytes,
  type FromWorker,
  maxBatchesAhead,
  maxChunksAhead,
  type RenderPart,
  type RenderRequest,
  type StartJob,
  type ToWorker,
} from './messages.ts'
import { writers } from './writers.ts'

/** Renders one document and posts its outcome to the port. Never rejects. */
export async function renderJob({ request, port }: StartJob): Promise<void> {
  const cancelled = new AbortController()
  const { signal } = cancelled
  const post = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  const out = new ChunkedOutput(bytes => post({ kind: 'bytes', bytes }, [bytes.buffer]), signal)
  const pulled = request.parts.map((_, part) => new PulledEvents(kind => post({ kind, part }), signal))
  dispatchMessages(port, {
    events: ({ part, kind: _, ...batch }) => pulled[part]?.push(batch),
    eventsEnd: ({ part }) => pulled[part]?.push(undefined),
    taken: () => out.onTaken(),
    cancel: () => cancelled.abort(new Error('cancelled')),
  })
  try {
    const outcome = await render(request, pulled, out, signal)
    post({ kind: 'done', outcome, heapBytes: heapBytes() })
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const fault = error instanceof Fault ? { code: error.code, detail: error.detail } : undefined
    post({ kind: 'failed', message, heapBytes: heapBytes(), ...(fault && { fault }) })
  } finally {
    port.close()
  }
}

function heapBytes(): number {
  return getHeapStatistics().total_heap_size
}

type MessageHandlers = { [K in ToWorker['kind']]: (message: Extract<ToWorker, { kind: K }>) => void }

function dispatchMessages(port: MessagePort, handlers: MessageHandlers): void {
  port.on('message', (message: ToWorker) => {
    // The handler of a kind accepts messages of that kind.
    const handle = handlers[message.kind] as (message: ToWorker) => void
    handle(message)
  })
}

async function render(
  request: RenderRequest,
  pulled: readonly PulledEvents[],
  out: ChunkedOutput,
  signal: AbortSignal,
): Promise<ReportOutcome> {
  const write = await writers[request.format]()
  const hash = new DataHash(request.parts)
  const { parts, ...head } = request
  const sections = parts.map((part, index) => {
    const onBytes = (bytes: Uint8Array) => hash.update(index, bytes)
    const answer = answerFor(part, pulled[index] ?? [], onBytes)
    return sectionOf({ title: part.title, widget: part.widget, answer })
  })
  const document: ReportDocument = { ...head, sections }
  const { cappedFrom } = await write(document, out, signal)
  await out.flush()
  return {
    bytes: out.writtenBytes,
    dataHash: hash.digest(),
    ...(cappedFrom !== undefined && { cappedFrom }),
  }
}

type Batches = AsyncIterable<PulledBatch> | readonly PulledBatch[]
/** Called with the bytes of written events. */
type OnBytes = (bytes: Uint8Array) => void

/**
 * The answer of a part, with the events that are pulled for it. `batches` and `cursors` read the same stream,
 * so only one of them can be read.
 */
function answerFor({ answer }: RenderPart, batches: Batches, onBytes: OnBytes) {
  if (!('query' in answer)) return answer
  const { query, matching, notes, triggers, hasTriggerData } = answer
  if (matching === undefined) return { query, events: undefined }
  const fired: FiredOfBatch | undefined = hasTriggerData ? new Map() : undefined
  const filled = withTriggerData(batches, fired)
  return {
    query,
    events: {
      matching,
      notes,
      triggers,
      fired,
      batches: eventsIn(filled, onBytes),
      cursors: cursorsIn(filled, onBytes),
    },
  }
}

type FiredOfBatch = Map<number, readonly FiredTrigger[]>

/** The same batches. Before each one, fills `fired` with the triggers that its events set off. */
async function* withTriggerData(
  batches: Batches,
  fired: FiredOfBatch | undefined,
): AsyncIterable<PulledBatch> {
  for await (const batch of batches) {
    fired?.clear()
    for (const [id, triggers] of batch.fired ?? []) fired?.set(id, triggers)
    yield batch
  }
}

async function* eventsIn(
  batches: AsyncIterable<PulledBatch>,
  onBytes: OnBytes,
): AsyncIterable<readonly StoredEvent[]> {
  for await (const batch of batches) {
    for (const { events, bytes } of eventChunksOf(batch)) {
      onBytes(bytes)
      yield events
    }
    freeBatch(batch)
  }
}

async function* cursorsIn(batches: AsyncIterable<PulledBatch>, onBytes: OnBytes): AsyncIterable<EventCursor> {
  for await (const batch of batches) {
    const cursor = cursorOf(batch)
    yield cursor
    // Only now, because reading with the cursor sorts the tags within the bytes.
    onBytes(cursor.bytes)
    freeBatch(batch)
  }
}

/** Frees the memory of a batch at once. It is outside of the heap, so it would be collected late. */
function freeBatch({ bytes: { buffer } }: PulledBatch): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/**
 * Sends output in chunks of `chunkBytes`. A write waits while the main thread has `maxChunksAhead` chunks to
 * write.
 */
class ChunkedOutput implements Output {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #signal: AbortSignal
  #chunk = new Uint8Array(chunkBytes)
  #filled = 0
  /** Chunks that are sent but not yet written. */
  #ahead = 0
  /** Resumes a `flush` that waits. */
  #wake: () => void = () => {}
  writtenBytes = 0

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void, signal: AbortSignal) {
    this.#send = send
    this.#signal = signal
    signal.addEventListener('abort', () => this.#wake(), { once: true })
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.writtenBytes += bytes.length
    for (let from = 0; from < bytes.length; ) {
      const taken = Math.min(bytes.length - from, this.#chunk.length - this.#filled)
      this.#chunk.set(bytes.subarray(from, from + taken), this.#filled)
      this.#filled += taken
      from += taken
      if (this.#filled === this.#chunk.length) await this.flush()
    }
  }

  /** Sends the current chunk, even if it is incomplete. */
  async flush(): Promise<void> {
    this.#signal.throwIfAborted()
    if (this.#filled === 0) return
    const chunk = this.#filled === this.#chunk.length ? this.#chunk : this.#chunk.slice(0, this.#filled)
    this.#chunk = new Uint8Array(chunkBytes)
    this.#filled = 0
    this.#ahead++
    this.#send(chunk)
    while (this.#ahead >= maxChunksAhead) {
      await new Promise<void>(resolve => (this.#wake = resolve))
      this.#signal.throwIfAborted()
    }
  }

  /** Called when the main thread has written a chunk. */
  onTaken(): void {
    this.#ahead--
    this.#wake()
  }
}

/**
 * SHA-256 of a document's data, equal in every format. It covers the type and results of each part (for a
 * Search with pulled events: its totals and the events read), the code of its failure, or a note.
 */
class DataHash {
  readonly #parts: readonly Hash[]

  constructor(parts: readonly RenderPart[]) {
    this.#parts = parts.map(({ answer }) => createHash('sha256').update(stableJson(hashedContent(answer))))
  }

  /** Adds the bytes of a part's events. */
  update(part: number, bytes: Uint8Array): void {
    this.#parts[part]?.update(bytes)
  }

  /** Lower-case hex. */
  digest(): string {
    const hash = createHash('sha256')
    for (const part of this.#parts) hash.update(part.digest())
    return hash.digest('hex')
  }
}

/** What the hash of a part covers besides its pulled events. */
function hashedContent(answer: RenderPart['answer']): unknown {
  if ('failure' in answer) return [answer.failure.code]
  if ('note' in answer) return [answer.note]
  const { type, results } = answer.query
  // Only a Search has events to pull. Its results are not an array.
  if (answer.matching === undefined || Array.isArray(results)) return [type, results]
  return [type, results.totals]
}

/** A batch of events as RowBinary. */
interface PulledBatch {
  bytes: Uint8Array
  rows: number
  /** The triggers that its events set off, if wanted. */
  fired?: FiredByEvent | undefined
}

/** The events of one part, pulled while they are read. They can be read once. */
class PulledEvents implements AsyncIterable<PulledBatch> {
  readonly #ask: (kind: 'pull' | 'stop') => void
  readonly #signal: AbortSignal
  readonly #waiting: PulledBatch[] = []
  /** The main thread has sent `eventsEnd`. */
  #ended = false
  /** Resumes an iteration that waits for a batch. */
  #wake: () => void = () => {}

  /** `ask` sends the main thread a message about this part. */
  constructor(ask: (kind: 'pull' | 'stop') => void, signal: AbortSignal) {
    this.#ask = ask
    this.#signal = signal
    signal.addEventListener('abort', () => this.#wake(), { once: true })
  }

  /** Adds a batch; undefined: there are no more. */
  push(batch: PulledBatch | undefined): void {
    if (batch === undefined) this.#ended = true
    else this.#waiting.push(batch)
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncIterator<PulledBatch> {
    for (let ahead = 0; ahead < maxBatchesAhead; ahead++) this.#ask('pull')
    try {
      for (;;) {
        this.#signal.throwIfAborted()
        const batch = this.#waiting.shift()
        if (batch !== undefined) {
          yield batch
          this.#ask('pull')
        } else if (this.#ended) return
        else await new Promise<void>(resolve => (this.#wake = resolve))
      }
    } finally {
      if (!this.#ended) this.#ask('stop')
    }
  }
}
