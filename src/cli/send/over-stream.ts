import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { limitedBatches, type RateLimiter } from './rate-limiter.ts'
import type { SendCounters } from './send-counters.ts'
import type { ConnectionSupply } from './supply.ts'
import type { Target } from './target.ts'

const eventsPerWrite = 500

/** Certificates and keys of a client (PEM). */
export interface TlsFiles {
  ca?: Buffer
  cert?: Buffer
  key?: Buffer
  /** Accepts any certificate. */
  insecure?: boolean
}

export interface StreamOptions {
  target: Exclude<Target, { kind: 'udp' | 'http' }>
  tls: TlsFiles
  /** The connection counts as lost if the other side reads nothing for this time. */
  timeoutMs: number
}

/**
 * Sends over one TCP, TLS or Unix socket connection until the limits are reached or no events are left.
 * Throws if the connection is lost.
 */
export async function sendOverStream(
  source: ConnectionSupply,
  limiter: RateLimiter,
  counters: SendCounters,
  options: StreamOptions,
): Promise<void> {
  const connection = await Connection.open(options)
  /** Events of the batch that is being written. */
  let writing = 0
  try {
    for await (const { bytes, events, starts, ends } of limitedBatches(source, limiter, eventsPerWrite)) {
      writing = events
      const part = bytes.subarray(starts[0], ends.at(-1))
      await connection.write(part)
      counters.sent += events
      counters.bytes += part.length
      writing = 0
    }
    await connection.end()
  } catch (error) {
    counters.unsure += writing
    throw error
  } finally {
    connection.destroy()
  }
}

/** One connection; writes wait until the other side reads. */
export class Connection {
  readonly #socket: Socket
  /** Rejects if the connection is lost or times out; resolves when it is closed. */
  readonly #closed: Promise<void>
  /**
   * True while it is opened, during a write, and after `end`: the other side is expected to act. Only then
   * the connection times out.
   */
  #pending = false

  private constructor(socket: Socket, timeoutMs: number) {
    this.#socket = socket
    this.#closed = new Promise((resolve, reject) => {
      socket.once('error', reject)
      socket.once('close', () => resolve())
    })
    this.#closed.catch(() => {})
    socket.setNoDelay(true)
    socket.setTimeout(timeoutMs)
    socket.on('timeout', () => {
      if (this.#pending) socket.destroy(new Error(`the receiver accepted nothing for ${timeoutMs / 1_000} s`))
    })
    // No answer is expected, but without reading, the other side's end would not be noticed.
    socket.resume()
  }

  static async open({ target, tls, timeoutMs }: StreamOptions): Promise<Connection> {
    const socket = target.kind === 'tls' ? tlsSocket(target, tls) : connect(target)
    const connection = new Connection(socket, timeoutMs)
    connection.#pending = true
    try {
      await Promise.race([
        new Promise(resolve => socket.once(target.kind === 'tls' ? 'secureConnect' : 'connect', resolve)),
        connection.#lost(),
      ])
    } catch (error) {
      socket.destroy()
      throw error
    }
    connection.#pending = false
    return connection
  }

  /** Resolves when the kernel has the bytes; then the caller may overwrite them. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#pending = true
    try {
      await new Promise<void>((resolve, reject) => {
        this.#socket.write(bytes, error => (error ? reject(error) : resolve()))
      })
    } catch (error) {
      // The connection's error is more specific than the write's.
      await this.#closed
      throw error
    }
    this.#pending = false
  }

  /** Ends the connection, and waits until the other side closes it: then that side has read everything. */
  async end(): Promise<void> {
    this.#pending = true
    this.#socket.end()
    await this.#closed
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** Rejects when the connection is closed. */
  async #lost(): Promise<never> {
    await this.#closed
    throw new Error('the connection was closed')
  }
}

function tlsSocket({ host, port }: { host: string; port: number }, files: TlsFiles): Socket {
  const { insecure, ...given } = files
  return connectTls({
    host,
    port,
    ...given,
    // TLS has no server names for IP addresses.
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: insecure !== true,
  })
}
