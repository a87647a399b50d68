import { releaseMemory } from '../../../telemetry/release-memory.ts'
import type { EventBatch } from '../../contract/event-store.ts'

/** File descriptor of the pipe for large answers: the first after the message channel. */
export const framePipe = 4

/** Statement, number of rows and length of the bytes that follow, 32 bits each. */
const headerBytes = 12
/** Ten thousand events of the maximum stored size. */
const maxChunkBytes = 2 ** 30

/** The header before a chunk. Ids of statements count from one and stay below 2^32. */
export function frameHeader(id: number, rows: number, length: number): Uint8Array {
  const head = new DataView(new ArrayBuffer(headerBytes))
  head.setUint32(0, id)
  head.setUint32(4, rows)
  head.setUint32(8, length)
  return new Uint8Array(head.buffer)
}

/**
 * Assembles chunks from the data of the pipe. Each chunk owns its memory. Data that was copied is freed at
 * once: it is outside of the heap, where the garbage collector hardly notices it.
 */
export class FrameReader {
  readonly #receive: (id: number, chunk: EventBatch) => void
  readonly #header = new DataView(new ArrayBuffer(headerBytes))
  #chunk = new Uint8Array(0)
  /** Bytes read of the header, and of the chunk. */
  #inHeader = 0
  #inChunk = 0

  /** Calls `receive` with each chunk and its statement. */
  constructor(receive: (id: number, chunk: EventBatch) => void) {
    this.#receive = receive
  }

  /** Takes ownership of `data`. Throws when the engine process cannot have written it. */
  read(data: Uint8Array): void {
    for (let at = 0; at < data.length; ) {
      if (this.#inHeader < headerBytes) {
        this.#header.setUint8(this.#inHeader++, data[at++] ?? 0)
        if (this.#inHeader === headerBytes) this.#begin()
      } else {
        const length = Math.min(data.length - at, this.#chunk.length - this.#inChunk)
        this.#chunk.set(data.subarray(at, at + length), this.#inChunk)
        this.#inChunk += length
        at += length
      }
      if (this.#inHeader === headerBytes && this.#inChunk === this.#chunk.length) this.#end()
    }
    releaseMemory(data)
  }

  #begin(): void {
    const length = this.#header.getUint32(8)
    if (length > maxChunkBytes) throw new RangeError(`a chunk of an answer claims to have ${length} bytes`)
    this.#chunk = new Uint8Array(length)
    this.#inChunk = 0
  }

  #end(): void {
    const bytes = this.#chunk
    this.#chunk = new Uint8Array(0)
    this.#inHeader = 0
    this.#receive(this.#header.getUint32(0), { bytes, rows: this.#header.getUint32(4) })
  }
}
