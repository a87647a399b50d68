import type { Readable } from 'node:stream'

/** Maximum bytes read ahead. */
const maxWaitingBytes = 1_000_000

/**
 * Reads a stream chunk by chunk. Delivers data before an error first: the server sends the reason for ending
 * an answer last.
 */
export class StreamReader {
  readonly #stream: Readable
  readonly #chunks: Uint8Array[] = []
  #bytes = 0
  #end: { error: Error | undefined } | undefined
  #wake: (() => void) | undefined

  constructor(stream: Readable) {
    this.#stream = stream
    stream.on('data', (chunk: Uint8Array) => this.#add(chunk))
    stream.on('end', () => this.#finish(undefined))
    stream.on('error', error => this.#finish(error))
    stream.on('close', () => this.#finish(new Error('the connection was closed')))
  }

  /** The next bytes; undefined at the end. Rejects with the error of the stream. */
  async next(): Promise<Uint8Array | undefined> {
    while (this.#chunks.length === 0 && this.#end === undefined) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      this.#stream.resume()
      await promise
    }
    const chunk = this.#chunks.shift()
    if (chunk !== undefined) this.#bytes -= chunk.length
    else if (this.#end?.error !== undefined) throw this.#end.error
    return chunk
  }

  #add(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes >= maxWaitingBytes) this.#stream.pause()
    this.#wake?.()
  }

  #finish(error: Error | undefined): void {
    this.#end ??= { error }
    this.#wake?.()
  }
}
