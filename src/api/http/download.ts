import { Readable } from 'node:stream'

/** Time after which a client that reads nothing is given up. */
const defaultTimeoutMs = 60_000

/**
 * A body that is sent while it is produced, as fast as the client reads. A client that reads nothing for `timeoutMs` destroys it; writes to
 * a destroyed download reject. A download owns the bytes that are written to it, and frees their memory once they are sent.
 */
export class Download extends Readable {
  readonly #begun = Promise.withResolvers<void>()
  readonly #patience: number
  #taken = Promise.withResolvers<void>()

  constructor(options: { patience?: number } = {}) {
    super({ highWaterMark: 256 * 1024 })
    this.#patience = options.patience ?? defaultTimeoutMs
    this.#taken.promise.catch(() => {})
  }

  /** Whether the first bytes, or the end, were written. */
  hasStarted = false

  /** Resolves with the first bytes, or the end. */
  get started(): Promise<void> {
    return this.#begun.promise
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.destroyed) throw new Error('nobody reads any more')
    this.#begin()
    if (this.push(bytes)) return
    const late = setTimeout(() => {
      this.destroy(new Error(`nothing was read for ${this.#patience} ms`))
    }, this.#patience)
    try {
      await this.#taken.promise
    } finally {
      clearTimeout(late)
    }
  }

  /**
   * Pipes as any stream, and frees each chunk once the destination has written it. Chunks are outside of the heap: without this the
   * garbage collector would scan the whole heap for every 16 MB of them.
   */
  override pipe<T extends NodeJS.WritableStream>(destination: T, options: { end?: boolean } = {}): T {
    this.on('data', (chunk: Buffer) => {
      if (destination.write(chunk, () => releaseBuffer(chunk))) return
      this.pause()
      destination.once('drain', () => this.resume())
    })
    if (options.end !== false) this.once('end', () => destination.end())
    return destination
  }

  /** Ends the body. */
  end(): void {
    this.#begin()
    this.push(null)
  }

  #begin(): void {
    this.hasStarted = true
    this.#begun.resolve()
  }

  override _read(): void {
    const { resolve } = this.#taken
    this.#taken = Promise.withResolvers<void>()
    this.#taken.promise.catch(() => {})
    resolve()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#taken.reject(error ?? new Error('nobody reads any more'))
    done(error)
  }
}

/** Frees the memory of bytes that share it with no others. */
function releaseBuffer({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
