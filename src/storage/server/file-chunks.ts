import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** More than a request takes without asking to wait for its `drain`, so that a chunk is sent before the one after the next is read. */
const chunkBytes = 256 * 1024
/** One is sent and one is read ahead; two more, so that nothing depends on the order in which streams do that. */
const ringSize = 4
/** As many files as are streamed at the same time keep theirs. */
const maxIdleRings = 4

type Ring = readonly Buffer[]

/**
 * Streams files in chunks whose memory is used again. New memory for each chunk costs the collection of all garbage that comes with it: of
 * what a node takes for an event, a fifth.
 */
export class FileChunks {
  readonly #idle: Ring[] = []

  /** Runs `send` with a stream of the file, which it must have sent to its end when it resolves. */
  async stream(file: FileHandle, send: (stream: Readable) => Promise<void>): Promise<void> {
    const ring =
      this.#idle.pop() ?? Array.from({ length: ringSize }, () => Buffer.allocUnsafeSlow(chunkBytes))
    await send(new RingStream(file, ring))
    // After a failure a broken connection may still hold some of it.
    if (this.#idle.length < maxIdleRings) this.#idle.push(ring)
  }
}

class RingStream extends Readable {
  readonly #file: FileHandle
  readonly #ring: Ring
  #chunks = 0
  #position = 0

  constructor(file: FileHandle, ring: Ring) {
    // One chunk is read ahead.
    super({ highWaterMark: 1 })
    this.#file = file
    this.#ring = ring
  }

  override _read(): void {
    this.#readChunk().then(
      chunk => this.push(chunk.length === 0 ? null : chunk),
      error => this.destroy(error),
    )
  }

  /** A whole chunk, but for the last one. */
  async #readChunk(): Promise<Buffer> {
    const buffer = this.#ring[this.#chunks++ % this.#ring.length] ?? Buffer.alloc(0)
    let length = 0
    while (length < buffer.length) {
      const { bytesRead } = await this.#file.read(buffer, length, buffer.length - length, this.#position)
      if (bytesRead === 0) break
      length += bytesRead
      this.#position += bytesRead
    }
    return buffer.subarray(0, length)
  }
}
