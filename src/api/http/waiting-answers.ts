import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Fault } from '../../schema/fault.ts'
import type { App } from '../app.ts'
import { senderKey } from './sender-key.ts'

/** Smaller answers are always sent: errors, among others. */
const smallBytes = 64 * 1024
/** Senders whose answers together fill all room. */
const sendersOfAll = 8

/** Bounds of answers that their clients have not read. */
export interface AnswerBounds {
  /** Bytes of all answers of one sender; one answer alone is always sent. */
  maxBytes: number
  /** Ends a connection that takes nothing of its answer for this time. */
  timeoutMs: number
}

export const answerBounds: AnswerBounds = { maxBytes: 64 * 1024 ** 2, timeoutMs: 30_000 }

/** The bytes of answers that wait in memory, by sender. */
class WaitingBytes {
  readonly #maxBytes: number
  #all = 0
  readonly #bySender = new Map<string, number>()

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Whether an answer of so many bytes must not be added to those that wait. */
  isFull(sender: string, bytes: number): boolean {
    const waiting = this.#bySender.get(sender) ?? 0
    if (waiting === 0) return false
    return waiting + bytes > this.#maxBytes || this.#all + bytes > sendersOfAll * this.#maxBytes
  }

  add(sender: string, bytes: number): void {
    this.#all += bytes
    const waiting = (this.#bySender.get(sender) ?? 0) + bytes
    if (waiting > 0) this.#bySender.set(sender, waiting)
    else this.#bySender.delete(sender)
  }
}

/**
 * Bounds the memory of answers that nobody reads. While too much waits for a sender, its requests are a 503, large answers too. A
 * connection that takes nothing of its answer ends. To be installed before hooks that compress answers.
 */
export function boundWaitingAnswers(app: App, { maxBytes, timeoutMs }: AnswerBounds): void {
  const waiting = new WaitingBytes(maxBytes)
  // After the caller is known, and before anything is done for it.
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
    // Answers to requests of this very process end without 'close'.
    const release = () => {
      raw.off('finish', release).off('close', release)
      waiting.add(sender, -bytes)
    }
    raw.once('finish', release).once('close', release)
    return payload
  })
}

/** Ends the connection of an answer when its client takes nothing for this time. */
function endWhenUnread(raw: ServerResponse, timeoutMs: number): void {
  // Answers to requests of this very process have no connection; pipelined ones have none yet.
  const hasConnection = raw.socket === null || raw.socket instanceof Socket
  if (!hasConnection || raw.listenerCount('timeout') > 0) return
  // Node does not emit it while the client takes bytes.
  raw.setTimeout(timeoutMs, () => {
    if (raw.writableLength > 0) raw.destroy()
    // Nothing waits: the answer is still being made.
    else raw.socket?.setTimeout(timeoutMs)
  })
  // Before Node sets the time of an idle connection: a further request of the connection may take longer.
  raw.prependOnceListener('finish', () => raw.socket?.setTimeout(0))
}

/** Bytes of an answer that is in memory as a whole; 0 of a stream, which is made as it is read. */
function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return payload instanceof Uint8Array ? payload.byteLength : 0
}

function tooMuchWaits(): Fault {
  const detail = 'Too many answers to earlier requests have not been read.'
  return new Fault('overloaded', { detail, retryAfter: 1 })
}
