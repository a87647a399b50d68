import { Readable } from 'node:stream'
import { releaseMemory } from '../../../telemetry/release-memory.ts'

/** Time after which a download fails if the client reads nothing. */
const defaultTimeoutMs = 60_000

/**
 * A body that is sent while it is produced, as fast as the client reads. If the client reads nothing for
 * `timeoutMs`, the body is destroyed and writes reject. A download owns the bytes written to it, and frees
 * their memory once they are sent.
 */
export class Download extends Readable {
  readonly #started = Promise.withResolvers<void>()
  readonly #timeoutMs: number
  /** Resolves, and is replaced, when the client has read enough for more to be written. */
  #drained = Promise.withResolvers<void>()

  constructor(options: { timeoutMs?: number } = {}) {
    super({ highWaterMark: 256 * 1024 })
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs
    this.#drained.promise.catch(() => {})
  }

  /** Whether the first bytes, or the end, were written. */
  hasStarted = false

  /** Resolves with the first bytes, or the end. */
  readonly started = this.#started.promise

  /** Resolves once the client has read enough that more may be written. Rejects if the client is gone. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.destroyed) throw new Error('the reader is gone')
    this.#start()
    if (this.push(bytes)) return
    const timer = setTimeout(() => {
      this.destroy(new Error(`nothing was read for ${this.#timeoutMs} ms`))
    }, this.#timeoutMs)
    try {
      await this.#drained.promise
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * As in any stream, but frees the memory of each chunk once the destination has written it. Otherwise the
   * garbage collector would scan the whole heap for every 16 MB of chunks, although they are outside of it.
   */
  override pipe<T extends NodeJS.WritableStream>(destination: T, options: { end?: boolean } = {}): T {
    this.on('data', (chunk: Buffer) => {
      if (destination.write(chunk, () => releaseMemory(chunk))) return
      this.pause()
      destination.once('drain', () => this.resume())
    })
    if (options.end !== false) this.once('end', () => destination.end())
    return destination
  }

  end(): void {
    this.#start()
    this.push(null)
  }

  #start(): void {
    this.hasStarted = true
    this.#started.resolve()
  }

  /** Lets a waiting `write` continue. */
  override _read(): void {
    const { resolve } = this.#drained
    this.#drained = Promise.withResolvers<void>()
    this.#drained.promise.catch(() => {})
    resolve()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#drained.reject(error ?? new Error('the reader is gone'))
    done(error)
  }
}
