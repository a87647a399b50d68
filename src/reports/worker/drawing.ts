import type { MessagePort } from 'node:worker_threads'
import { eventPiecesOf } from '../../query/event-batch.ts'
import type { StoredEvent } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import type { ReportDocument } from '../document.ts'
import type { ReportOutcome } from '../job.ts'
import { sectionOf } from '../sections/section.ts'
import { writers } from '../writers.ts'
import { DataHash } from './data-hash.ts'
import type { FromDrawing, Order, OrderPart, StartJob, ToDrawing } from './messages.ts'
import { PieceOutput } from './piece-output.ts'
import { PulledEvents } from './pulled-events.ts'

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
    say({ kind: 'done', outcome: await draw(order, pulled, out, signal) })
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const fault = error instanceof Fault ? { code: error.code, detail: error.detail } : undefined
    say({ kind: 'failed', message, ...(fault && { fault }) })
  } finally {
    port.close()
  }
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
    const events = () => eventsIn(pulled[index] ?? [], bytes => hash.update(index, bytes))
    return sectionOf({ title: part.title, widget: part.widget, answer: answerOf(part, events) })
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

function answerOf({ answer }: OrderPart, batches: () => AsyncIterable<readonly StoredEvent[]>) {
  if ('failure' in answer) return answer
  const { query, matching } = answer
  return { query, events: matching === undefined ? undefined : { matching, batches: batches() } }
}

async function* eventsIn(
  batches: AsyncIterable<{ bytes: Uint8Array; rows: number }> | [],
  seen: (bytes: Uint8Array) => void,
): AsyncIterable<readonly StoredEvent[]> {
  for await (const batch of batches) {
    for (const { events, bytes } of eventPiecesOf(batch)) {
      seen(bytes)
      yield events
    }
  }
}
