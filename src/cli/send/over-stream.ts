import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { limitedBatches, type RateLimiter } from './rate-limiter.ts'
import type { SendCounters } from './send-counters.ts'
import type { ConnectionSupply } from './supply.ts'
import { serverName, type Target } from './target.ts'

/** Lines of one write. */
const eventsPerWrite = 500

export interface TlsFiles {
  ca?: Buffer
  cert?: Buffer
  key?: Buffer
  /** Any certificate will do. */
  insecure?: boolean
}

export interface StreamOptions {
  target: Exclude<Target, { kind: 'udp' | 'http' }>
  tls: TlsFiles
  /** So long without the other side taking anything, and it counts as lost. */
  timeoutMs: number
}

/** Sends over one connection of TCP, TLS or a Unix socket until nothing is due or left. Throws when it is lost. */
export async function sendOverStream(
  source: ConnectionSupply,
  limiter: RateLimiter,
  counters: SendCounters,
  options: StreamOptions,
): Promise<void> {
  const connection = await Connection.open(options)
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

/** One connection; writing waits for the other side to take. */
export class Connection {
  readonly #socket: Socket
  /** Rejects when the connection is lost or the other side takes nothing for too long; resolves when it is closed. */
  readonly #closed: Promise<void>
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
      if (this.#pending) socket.destroy(new Error(`nothing was taken for ${timeoutMs / 1_000} s`))
    })
    // Nothing comes back; unread, the end of the other side would not be seen.
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

  /** Resolves when the kernel has taken the bytes: they may then be overwritten. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#pending = true
    try {
      await new Promise<void>((resolve, reject) => {
        this.#socket.write(bytes, error => (error ? reject(error) : resolve()))
      })
    } catch (error) {
      // What broke it says more than that it could not be written.
      await this.#closed
      throw error
    }
    this.#pending = false
  }

  /** Says that there is no more, and waits until the other side has closed: it has read everything then. */
  async end(): Promise<void> {
    this.#pending = true
    this.#socket.end()
    await this.#closed
  }

  destroy(): void {
    this.#socket.destroy()
  }

  async #lost(): Promise<never> {
    await this.#closed
    throw new Error('the connection was closed')
  }
}

function tlsSocket({ host, port }: { host: string; port: number }, files: TlsFiles): Socket {
  const { insecure, ...given } = files
  const name = serverName(host)
  return connectTls({
    host,
    port,
    ...given,
    ...(name !== undefined && { servername: name }),
    rejectUnauthorized: insecure !== true,
  })
}
