import type { IncomingMessage } from 'node:http'
import { releaseMemory } from '../../ingest/http/release-memory.ts'
import { Fault } from '../../schema/fault.ts'

/** A limit for the body bytes of all requests in progress. */
export class ByteBudget {
  readonly #maxBytes: number
  #taken = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Reserves bytes. Returns false when they do not fit. */
  tryAcquire(bytes: number): boolean {
    if (this.#taken + bytes > this.#maxBytes) return false
    this.#taken += bytes
    return true
  }

  release(bytes: number): void {
    this.#taken -= bytes
  }
}

/**
 * Reads a body into a new ArrayBuffer, which may be transferred. Throws body_too_large as soon as it is longer than
 * `maxBytes`, overloaded when the budget has no room, parse_error when the sender disconnects. `release` returns the bytes to
 * the budget; an error returns them at once.
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  budget?: ByteBudget,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; release: () => void }> {
  if (Number(request.headers['content-length']) > maxBytes) throw bodyTooLarge(maxBytes)
  const chunks: Buffer[] = []
  let length = 0
  let taken = 0
  const release = () => {
    budget?.release(taken)
    taken = 0
  }
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
        if (budget !== undefined && !budget.tryAcquire(chunk.length)) {
          return fail(new Fault('overloaded', { retryAfter: 1 }))
        }
        taken += chunk.length
        chunks.push(chunk)
      }
      request.on('data', onData)
      request.once('end', resolve)
      for (const event of ['error', 'close'])
        request.once(event, () =>
          fail(new Fault('parse_error', { detail: 'The body ended before its time.' })),
        )
    })
  } catch (error) {
    release()
    throw error
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
