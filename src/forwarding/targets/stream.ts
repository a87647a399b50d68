import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { until } from '../../async/until.ts'
import type { CheckedAddress } from '../../outgoing/outgoing-guard.ts'
import type { StreamTarget } from '../../schema/forwarding/targets/members.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { type Delivery, DeliveryError, reasonOf, type Taken } from './delivery.ts'
import { unacknowledgedBytes } from './send-queue.ts'
import { type ConfirmationLimits, StreamConfirmations } from './stream-confirmations.ts'

const connectTimeoutMs = 10_000
/** A receiver that takes nothing for this time is taken for dead. */
const stallTimeoutMs = 60_000
const closeTimeoutMs = 2_000
/** Bytes of one write. */
const chunkBytes = 256 * 1024

/**
 * Opens a connection over TCP or TLS. `write`: the frame of an event; `addresses`: of the host. Rejects with
 * a DeliveryError.
 */
export async function openStream(
  target: StreamTarget,
  write: (event: OutgoingEvent) => string,
  {
    addresses,
    signal,
    limits,
  }: {
    addresses: readonly CheckedAddress[]
    signal: AbortSignal
    limits?: ConfirmationLimits | undefined
  },
): Promise<Delivery> {
  const place = `${target.host}:${target.port}`
  const socket = await connected(target, addresses, place, signal)
  return new StreamDelivery(socket, place, write, new StreamConfirmations(limits))
}

class StreamDelivery implements Delivery {
  readonly #socket: Socket
  readonly #write: (event: OutgoingEvent) => string
  readonly #place: string
  readonly #confirmations: StreamConfirmations
  /** Bytes that the receiver's system had acknowledged at the last look, and when that last rose. */
  #acknowledged = 0
  #progressMs = performance.now()
  readonly #failure = Promise.withResolvers<never>()
  readonly failed = this.#failure.promise
  /** Why the connection failed; undefined while it works. */
  #error: DeliveryError | undefined
  /** Rejects the last write, if it still waits. */
  #rejectWrite: ((error: DeliveryError) => void) | undefined
  readonly #timer: NodeJS.Timeout
  /** The bytes of the next write. */
  readonly #chunk = Buffer.allocUnsafeSlow(chunkBytes)
  /** Whether `close` was called: an end of the connection is no failure then. */
  #isClosing = false

  constructor(
    socket: Socket,
    place: string,
    write: (event: OutgoingEvent) => string,
    confirmations: StreamConfirmations,
  ) {
    this.#socket = socket
    this.#place = place
    this.#write = write
    this.#confirmations = confirmations
    this.failed.catch(() => {})
    socket.setKeepAlive(true, 10_000)
    // Answers of a receiver are not expected, but they must be read, so that its close is noticed.
    socket.resume()
    socket.on('error', error => this.#fail(`The connection to ${place} failed: ${reasonOf(error)}.`))
    socket.on('end', () => {
      if (!this.#isClosing) this.#fail(`${place} closed the connection.`)
    })
    socket.on('close', () => this.#fail(`The connection to ${place} was closed.`))
    socket.setTimeout(stallTimeoutMs, () => {
      if (socket.writableLength > 0)
        this.#fail(`${place} has taken nothing for ${stallTimeoutMs / 1_000} seconds.`)
    })
    this.#timer = setInterval(() => void this.#confirm(), 1_000).unref()
  }

  async send(events: Iterable<OutgoingEvent>, signal: AbortSignal): Promise<Taken> {
    const chunk = this.#chunk
    let end = 0
    for (const event of events) {
      const frame = this.#write(event)
      // Of a character of UTF-16, UTF-8 has at most three bytes.
      if (end + 3 * frame.length > chunkBytes && end > 0) {
        await this.#writeChunk(chunk.subarray(0, end), signal)
        end = 0
      }
      if (3 * frame.length > chunkBytes) await this.#writeChunk(Buffer.from(frame), signal)
      else end += chunk.write(frame, end)
    }
    if (end > 0) await this.#writeChunk(chunk.subarray(0, end), signal)
    const confirmed = this.#confirmations.written(this.#socket.bytesWritten, performance.now())
    return { refused: 0, confirmed }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    if (this.#socket.destroyed) return
    this.#isClosing = true
    const { promise: ended, resolve } = Promise.withResolvers<boolean>()
    // A receiver closes its side once it has read everything; a reset says that it has not.
    this.#socket.once('end', () => resolve(true))
    this.#socket.once('close', () => resolve(false))
    this.#socket.end()
    const isRead = await until(ended, { timeoutMs: closeTimeoutMs }).catch(() => false)
    if (isRead) this.#confirmations.confirmAll()
    this.#socket.destroy()
  }

  /** Confirms what the receiver certainly has. Fails the connection when it acknowledges nothing any more. */
  async #confirm(): Promise<void> {
    const socket = this.#socket
    const nowMs = performance.now()
    // The system is asked only when there is something to confirm.
    if (!this.#confirmations.isDue(nowMs)) {
      this.#progressMs = nowMs
      return
    }
    // Without the bytes of a write that the system has not taken yet.
    const taken = socket.bytesWritten - socket.writableLength
    const ports = { local: socket.localPort ?? 0, remote: socket.remotePort ?? 0 }
    // A lower bound: over TLS, the queue of the system has more bytes than were written to the stream. If the
    // system does not say how long its queue is, all taken bytes count as acknowledged.
    const acknowledged = taken - ((await unacknowledgedBytes(ports)) ?? 0)
    if (acknowledged > this.#acknowledged) this.#progressMs = nowMs
    this.#acknowledged = acknowledged
    this.#confirmations.check(nowMs, acknowledged)
    if (acknowledged < socket.bytesWritten && nowMs - this.#progressMs > stallTimeoutMs)
      this.#fail(`${this.#place} has acknowledged nothing for ${stallTimeoutMs / 1_000} seconds.`)
  }

  /** Resolves when the system has taken the bytes, which may be overwritten then. */
  async #writeChunk(chunk: Buffer, signal: AbortSignal): Promise<void> {
    if (this.#error !== undefined) throw this.#error
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#rejectWrite = reject
    this.#socket.write(chunk, () => resolve())
    await until(promise, { signal })
  }

  #fail(message: string): void {
    clearInterval(this.#timer)
    this.#error ??= new DeliveryError(message)
    this.#failure.reject(this.#error)
    this.#rejectWrite?.(this.#error)
    if (!this.#isClosing) this.#socket.destroy()
  }
}

/** A connected socket, over TLS after the handshake. */
async function connected(
  target: StreamTarget,
  addresses: readonly CheckedAddress[],
  place: string,
  signal: AbortSignal,
): Promise<Socket> {
  let error: unknown
  for (const { address } of addresses) {
    const socket = open(target, address)
    const ready = Promise.withResolvers<void>()
    socket.once(target.transport === 'tls' ? 'secureConnect' : 'connect', () => ready.resolve())
    socket.once('error', ready.reject)
    try {
      const timeoutError = () => new Error('no answer in time')
      await until(ready.promise, { signal, timeoutMs: connectTimeoutMs, timeoutError })
      socket.removeListener('error', ready.reject)
      return socket
    } catch (failure) {
      socket.on('error', () => {})
      socket.destroy()
      signal.throwIfAborted()
      error = failure
    }
  }
  throw new DeliveryError(`${place} cannot be reached: ${reasonOf(error)}.`, { cause: error })
}

function open({ host, port, transport, verify_tls, ca, certificate, key }: StreamTarget, address: string) {
  if (transport !== 'tls') return connect({ host: address, port, noDelay: true })
  return connectTls({
    host: address,
    port,
    // TLS has no server names that are addresses; the certificate is then checked against the address.
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: verify_tls ?? true,
    ...(ca !== undefined && { ca }),
    ...(certificate !== undefined && { cert: certificate }),
    ...(key !== undefined && { key }),
  })
}
