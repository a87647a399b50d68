import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Fault } from '../../../schema/fault.ts'
import type { App } from '../app.ts'
import { senderKey } from '../client-address.ts'

/** Smaller answers, such as errors, are always sent. */
const smallBytes = 64 * 1024
/** The limit for the answers to all senders together, as a multiple of one sender's limit. */
const totalFactor = 8

/** Bounds of answers that clients have not read yet. */
export interface AnswerBounds {
  /** Maximum bytes of all answers of one sender. A single answer is always sent. */
  maxBytes: number
  /** Ends a connection that takes no bytes for this time. Node notices it within twice this time. */
  timeoutMs: number
}

/** The default bounds. */
export const answerBounds: AnswerBounds = { maxBytes: 64 * 1024 ** 2, timeoutMs: 30_000 }

/** Counts the bytes of answers waiting in memory, by the sender of their requests (`senderKey`). */
class WaitingBytes {
  readonly #maxBytes: number
  #all = 0
  readonly #bySender = new Map<string, number>()

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Whether an answer of this size must not be added to the waiting ones. */
  isFull(sender: string, bytes: number): boolean {
    const waiting = this.#bySender.get(sender) ?? 0
    if (waiting === 0) return false
    return waiting + bytes > this.#maxBytes || this.#all + bytes > totalFactor * this.#maxBytes
  }

  add(sender: string, bytes: number): void {
    this.#all += bytes
    const waiting = (this.#bySender.get(sender) ?? 0) + bytes
    if (waiting > 0) this.#bySender.set(sender, waiting)
    else this.#bySender.delete(sender)
  }
}

/**
 * Bounds the memory of unread answers. While too much waits for a sender, its requests and large answers
 * become a 503. Ends a connection that takes no bytes of its answer. Install it before hooks that compress
 * answers.
 */
export function boundWaitingAnswers(app: App, { maxBytes, timeoutMs }: AnswerBounds): void {
  const waiting = new WaitingBytes(maxBytes)
  // Runs once the caller is known, before any work is done.
  app.addHook('preParsing', async request => {
    if (waiting.isFull(senderKey(request), 1)) throw tooMuchWaits()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { raw } = reply
    endWhenUnread(raw, timeoutMs)
    const bytes = bytesOf(payload)
    if (bytes < smallBytes) return payload
    const sender = senderKey(request)
    if (waiting.isFull(sender, bytes)) throw tooMuchWaits()
    waiting.add(sender, bytes)
    // Answers to injected requests, which this process sends to itself, end without 'close'.
    const release = () => {
      raw.off('finish', release).off('close', release)
      waiting.add(sender, -bytes)
    }
    raw.once('finish', release).once('close', release)
    return payload
  })
}

/** Ends the connection of an answer if its client takes no bytes for this time. */
function endWhenUnread(raw: ServerResponse, timeoutMs: number): void {
  // Answers to injected requests have no connection; answers to pipelined requests do not have it yet.
  const hasConnection = raw.socket === null || raw.socket instanceof Socket
  if (!hasConnection || raw.listenerCount('timeout') > 0) return
  // Node emits no timeout while the client takes bytes.
  raw.setTimeout(timeoutMs, () => {
    if (raw.writableLength > 0) raw.destroy()
    // Nothing waits: the answer is still being produced.
    else raw.socket?.setTimeout(timeoutMs)
  })
  // The next request of this connection may take longer. Runs before Node sets the timeout of idle
  // connections.
  raw.prependOnceListener('finish', () => raw.socket?.setTimeout(0))
}

/** Bytes of an answer that is completely in memory; 0 for a stream, which is produced while it is read. */
function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return payload instanceof Uint8Array ? payload.byteLength : 0
}

function tooMuchWaits(): Fault {
  const detail = 'Too many answers to earlier requests have not been read.'
  return new Fault('overloaded', { detail, retryAfter: 1 })
}
