import { Readable } from 'node:stream'

/** Milliseconds that a client may leave everything unread. */
const defaultTimeoutMs = 60_000

/**
 * A body that is written while it is made, as fast as its reader takes it. A reader that takes nothing for a minute is given up. When it
 * is destroyed, be it that the reader is gone, writes reject. What is written is its own, and given back to the machine as soon as it has
 * gone out.
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

  /** Whether there were bytes, or the end, yet. */
  hasStarted = false

  /** Resolves when it has begun. */
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
   * As of any stream, but what the destination has written is given back at once. Pieces lie outside of the heap: the collector of garbage
   * would go through all of the heap every sixteen megabytes to find them, and everybody would wait for it meanwhile.
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

  /** Nothing more comes. */
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

/** Of bytes that have their memory for themselves. */
function releaseBuffer({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
