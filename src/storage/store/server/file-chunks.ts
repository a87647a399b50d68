import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'

/**
 * More than the high-water mark of a request. Each chunk therefore makes the stream wait for `drain`, and is
 * sent before the chunk after the next one is read.
 */
const chunkBytes = 256 * 1024
/**
 * Buffers of a ring. One chunk is being sent and one is read ahead. Two more, so that nothing depends on the
 * order in which streams send and read.
 */
const ringSize = 4
/** Maximum rings kept for later files: about as many as files are streamed at a time. */
const maxIdleRings = 4

/** Buffers that the chunks of a stream use one after the other. */
type Ring = readonly Buffer[]

/**
 * Streams files in chunks with reused memory. Allocating each chunk costs the collection of all garbage that
 * comes with it: a fifth of a node's work per event.
 */
export class FileChunks {
  /** Rings that no stream uses. */
  readonly #idle: Ring[] = []

  /** Runs `send` with a stream of the file. `send` must have sent the stream to its end when it resolves. */
  async stream(file: FileHandle, send: (stream: Readable) => Promise<void>): Promise<void> {
    const ring =
      this.#idle.pop() ?? Array.from({ length: ringSize }, () => Buffer.allocUnsafeSlow(chunkBytes))
    await send(new RingStream(file, ring))
    // After a failure a broken connection may still hold some of the chunks.
    if (this.#idle.length < maxIdleRings) this.#idle.push(ring)
  }
}

/** A stream of a file in chunks that use the buffers of a ring. */
class RingStream extends Readable {
  readonly #file: FileHandle
  readonly #ring: Ring
  /** Number of chunks read so far. */
  #chunks = 0
  /** Bytes of the file read so far. */
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

  /** Reads a whole chunk, or the rest of the file. */
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
