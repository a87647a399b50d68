import type { Output } from '../job.ts'
import { chunkBytes, maxChunksAhead } from './messages.ts'

/** Sends what writers write in chunks of `chunkBytes`. A write waits while `maxChunksAhead` chunks are not written by the main thread. */
export class ChunkedOutput implements Output {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #signal: AbortSignal
  #piece = new Uint8Array(chunkBytes)
  #filled = 0
  #ahead = 0
  #wake: () => void = () => {}
  /** Written so far. */
  bytes = 0

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void, signal: AbortSignal) {
    this.#send = send
    this.#signal = signal
    signal.addEventListener('abort', () => this.#wake(), { once: true })
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.bytes += bytes.length
    for (let from = 0; from < bytes.length; ) {
      const taken = Math.min(bytes.length - from, this.#piece.length - this.#filled)
      this.#piece.set(bytes.subarray(from, from + taken), this.#filled)
      this.#filled += taken
      from += taken
      if (this.#filled === this.#piece.length) await this.flush()
    }
  }

  /** Sends an incomplete chunk. */
  async flush(): Promise<void> {
    this.#signal.throwIfAborted()
    if (this.#filled === 0) return
    const piece = this.#filled === this.#piece.length ? this.#piece : this.#piece.slice(0, this.#filled)
    this.#piece = new Uint8Array(chunkBytes)
    this.#filled = 0
    this.#ahead++
    this.#send(piece)
    while (this.#ahead >= maxChunksAhead) {
      await new Promise<void>(resolve => (this.#wake = resolve))
      this.#signal.throwIfAborted()
    }
  }

  /** The main thread has written a chunk. */
  onTaken(): void {
    this.#ahead--
    this.#wake()
  }
}
