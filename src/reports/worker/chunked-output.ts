import type { Output } from '../document/job.ts'
import { chunkBytes, maxChunksAhead } from './messages.ts'

/**
 * Sends output in chunks of `chunkBytes`. A write waits while the main thread has `maxChunksAhead` chunks to
 * write.
 */
export class ChunkedOutput implements Output {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #signal: AbortSignal
  #chunk = new Uint8Array(chunkBytes)
  #filled = 0
  #ahead = 0
  #wake: () => void = () => {}
  /** Bytes written so far. */
  bytes = 0

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void, signal: AbortSignal) {
    this.#send = send
    this.#signal = signal
    signal.addEventListener('abort', () => this.#wake(), { once: true })
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.bytes += bytes.length
    for (let from = 0; from < bytes.length; ) {
      const taken = Math.min(bytes.length - from, this.#chunk.length - this.#filled)
      this.#chunk.set(bytes.subarray(from, from + taken), this.#filled)
      this.#filled += taken
      from += taken
      if (this.#filled === this.#chunk.length) await this.flush()
    }
  }

  /** Sends an incomplete chunk. */
  async flush(): Promise<void> {
    this.#signal.throwIfAborted()
    if (this.#filled === 0) return
    const chunk = this.#filled === this.#chunk.length ? this.#chunk : this.#chunk.slice(0, this.#filled)
    this.#chunk = new Uint8Array(chunkBytes)
    this.#filled = 0
    this.#ahead++
    this.#send(chunk)
    while (this.#ahead >= maxChunksAhead) {
      await new Promise<void>(resolve => (this.#wake = resolve))
      this.#signal.throwIfAborted()
    }
  }

  /** Called when the main thread has written a chunk. */
  onTaken(): void {
    this.#ahead--
    this.#wake()
  }
}
