import { getHeapStatistics } from 'node:v8'
import type { MessagePort } from 'node:worker_threads'
import { cursorOf, type EventCursor, eventPiecesOf } from '../../query/event-batch.ts'
import type { StoredEvent } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import type { ReportDocument } from '../document.ts'
import type { ReportOutcome } from '../job.ts'
import { sectionOf } from '../sections/section.ts'
import { writers } from '../writers.ts'
import { DataHash } from './data-hash.ts'
import type { FromDrawing, Order, OrderPart, StartJob, ToDrawing } from './messages.ts'
import { PieceOutput } from './piece-output.ts'
import { type PulledBatch, PulledEvents } from './pulled-events.ts'

/** Draws one document and tells over its port how it went. Never rejects. */
export async function drawJob({ order, port }: StartJob): Promise<void> {
  const cancelled = new AbortController()
  const { signal } = cancelled
  const say = (message: FromDrawing, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  const out = new PieceOutput(bytes => say({ kind: 'bytes', bytes }, [bytes.buffer]), signal)
  const pulled = order.parts.map((_, part) => {
    const asks = {
      pull: () => say({ kind: 'pull', part }),
      enough: () => say({ kind: 'enough', part }),
    }
    return new PulledEvents(asks, signal)
  })
  listen(port, {
    events: ({ part, bytes, rows }) => pulled[part]?.put({ bytes, rows }),
    eventsEnd: ({ part }) => pulled[part]?.put(undefined),
    taken: () => out.taken(),
    cancel: () => cancelled.abort(new Error('cancelled')),
  })
  try {
    const outcome = await draw(order, pulled, out, signal)
    say({ kind: 'done', outcome, heap: heapSize() })
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const fault = error instanceof Fault ? { code: error.code, detail: error.detail } : undefined
    say({ kind: 'failed', message, heap: heapSize(), ...(fault && { fault }) })
  } finally {
    port.close()
  }
}

/** Bytes of this thread's heap. */
function heapSize(): number {
  return getHeapStatistics().total_heap_size
}

type Listeners = { [K in ToDrawing['kind']]: (message: Extract<ToDrawing, { kind: K }>) => void }

function listen(port: MessagePort, listeners: Listeners): void {
  port.on('message', (message: ToDrawing) => {
    // The listener of a kind takes messages of that kind.
    const listener = listeners[message.kind] as (message: ToDrawing) => void
    listener(message)
  })
}

async function draw(
  order: Order,
  pulled: readonly PulledEvents[],
  out: PieceOutput,
  signal: AbortSignal,
): Promise<ReportOutcome> {
  const load = writers[order.format]
  if (load === undefined) throw new Fault('validation', { detail: `There is no writer of ${order.format}.` })
  const write = await load()
  const hash = new DataHash(order.parts)
  const { parts, ...head } = order
  const sections = parts.map((part, index) => {
    const seen = (bytes: Uint8Array) => hash.update(index, bytes)
    const answer = answerOf(part, pulled[index] ?? [], seen)
    return sectionOf({ title: part.title, widget: part.widget, answer })
  })
  const document: ReportDocument = { ...head, sections }
  const { cappedFrom } = await write(document, out, signal)
  await out.flush()
  return {
    bytes: out.bytes,
    dataHash: hash.digest(),
    ...(cappedFrom !== undefined && { cappedFrom }),
  }
}

type Batches = AsyncIterable<PulledBatch> | readonly PulledBatch[]
/** Told the bytes of the events that were drawn. */
type Seen = (bytes: Uint8Array) => void

function answerOf({ answer }: OrderPart, batches: Batches, seen: Seen) {
  if ('failure' in answer) return answer
  const { query, matching } = answer
  if (matching === undefined) return { query, events: undefined }
  return {
    query,
    events: { matching, batches: eventsIn(batches, seen), cursors: cursorsIn(batches, seen) },
  }
}

async function* eventsIn(batches: Batches, seen: Seen): AsyncIterable<readonly StoredEvent[]> {
  for await (const batch of batches) {
    for (const { events, bytes } of eventPiecesOf(batch)) {
      seen(bytes)
      yield events
    }
    release(batch)
  }
}

async function* cursorsIn(batches: Batches, seen: Seen): AsyncIterable<EventCursor> {
  for await (const batch of batches) {
    const cursor = cursorOf(batch)
    yield cursor
    // Its tags are in order now.
    seen(cursor.bytes)
    release(batch)
  }
}

/** Gives the memory of a batch back at once: it lies outside of the heap, where the collector of garbage hardly sees it. */
function release({ bytes: { buffer } }: PulledBatch): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
