import type { IncomingMessage } from 'node:http'
import { Fault } from '../../../schema/fault.ts'
import { releaseMemory } from '../../../telemetry/release-memory.ts'

/** Seconds after which a body must have its minimum rate. */
export const graceSeconds = 10
const defaultMaxSeconds = 3_600

/** Limits for receiving one body. */
export interface BodyBounds {
  maxBytes: number
  /** Minimum average bytes per second, checked after `graceSeconds`; 0 = any. */
  minRate: number
  /** Maximum time until the body is complete, at any rate. */
  maxSeconds?: number
}

/** The part of a BodyBudget that one sender's bodies may use. */
interface BodyRoom {
  /** Reserves bytes. Returns false if they do not fit. */
  tryAcquire(bytes: number): boolean
  release(bytes: number): void
}

/** A limit for the body bytes of all requests in progress, and of each sender's. */
export class BodyBudget {
  readonly #maxBytes: number
  readonly #maxBytesOfSender: number
  #taken = 0
  readonly #bySender = new Map<string, number>()

  constructor(maxBytes: number, maxBytesOfSender: number) {
    this.#maxBytes = maxBytes
    this.#maxBytesOfSender = maxBytesOfSender
  }

  roomOf(sender: string): BodyRoom {
    return {
      tryAcquire: bytes => {
        const ofSender = (this.#bySender.get(sender) ?? 0) + bytes
        if (this.#taken + bytes > this.#maxBytes || ofSender > this.#maxBytesOfSender) return false
        this.#taken += bytes
        this.#bySender.set(sender, ofSender)
        return true
      },
      release: bytes => {
        this.#taken -= bytes
        const ofSender = (this.#bySender.get(sender) ?? 0) - bytes
        if (ofSender > 0) this.#bySender.set(sender, ofSender)
        else this.#bySender.delete(sender)
      },
    }
  }
}

/**
 * Reads a body into a new ArrayBuffer, which may be transferred. Throws body_too_large as soon as it exceeds
 * `maxBytes`, overloaded if it does not fit into `room`, request_timeout if it arrives too slowly,
 * parse_error if the sender disconnects. The caller must call `release`, which returns the body's bytes to
 * `room`; a failed read returns them itself.
 */
export async function readBody(
  request: IncomingMessage,
  { maxBytes, minRate, maxSeconds = defaultMaxSeconds }: BodyBounds,
  room: BodyRoom,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; release: () => void }> {
  if (Number(request.headers['content-length']) > maxBytes) throw bodyTooLarge(maxBytes)
  const chunks: Buffer[] = []
  let length = 0
  let takenBytes = 0
  const release = () => {
    room.release(takenBytes)
    takenBytes = 0
  }
  let timer: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (fault: Fault) => {
        request.off('data', onData)
        request.pause()
        reject(fault)
      }
      const onData = (chunk: Buffer) => {
        length += chunk.length
        if (length > maxBytes) return fail(bodyTooLarge(maxBytes))
        if (!room.tryAcquire(chunk.length)) return fail(new Fault('overloaded', { retryAfter: 1 }))
        takenBytes += chunk.length
        chunks.push(chunk)
      }
      // Counts ticks instead of reading the clock: while this process is busy, it neither ticks nor reads.
      let seconds = 0
      timer = setInterval(() => {
        seconds++
        const isSlow = seconds >= graceSeconds && length < minRate * seconds
        if (isSlow || seconds >= maxSeconds) fail(new Fault('request_timeout'))
      }, 1_000)
      request.on('data', onData)
      request.once('end', resolve)
      for (const event of ['error', 'close'])
        request.once(event, () => fail(new Fault('parse_error', { detail: 'The body ended too early.' })))
    })
  } catch (error) {
    release()
    throw error
  } finally {
    clearInterval(timer)
  }
  const bytes = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
    releaseMemory(chunk)
  }
  return { bytes, release }
}

/** Reads and discards the rest of a body until its end or the timeout, so that the sender gets the answer. */
export function drain(request: IncomingMessage, timeoutMs: number): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve()
  return new Promise(resolve => {
    const timer = setTimeout(done, timeoutMs)
    function done() {
      clearTimeout(timer)
      for (const event of ['end', 'close', 'error']) request.off(event, done)
      resolve()
    }
    for (const event of ['end', 'close', 'error']) request.once(event, done)
    request.resume()
  })
}

function bodyTooLarge(maxBytes: number): Fault {
  return new Fault('body_too_large', { detail: `The body is larger than the limit of ${maxBytes} bytes.` })
}
