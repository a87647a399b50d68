import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Address } from './millrace.ts'

/** A TCP sender with back-pressure. */
export class LineSender {
  readonly #socket: Socket
  readonly #closed: Promise<void>

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#closed = new Promise(resolve => socket.once('close', () => resolve()))
    // A reset is followed by 'close', which is handled.
    socket.on('error', () => {})
    // Without reading, the end of the other side goes unnoticed.
    socket.resume()
  }

  static async connect({ host, port }: Address): Promise<LineSender> {
    const socket = connect(port, host)
    await once(socket, 'connect')
    return new LineSender(socket)
  }

  /** Returns false if the other side has closed. */
  async send(data: string | Uint8Array): Promise<boolean> {
    if (this.#socket.destroyed) return false
    if (!this.#socket.write(data)) {
      const drained = new Promise<void>(resolve => this.#socket.once('drain', resolve))
      await Promise.race([drained, this.#closed])
    }
    return !this.#socket.destroyed
  }

  /** Resolves when the connection is closed. */
  async end(): Promise<void> {
    this.#socket.end()
    await this.#closed
  }
}
