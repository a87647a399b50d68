import type { EventBatch } from '../store.ts'

/** The pipe that pieces of answers take from the engine process to its parent: the first behind the channel of messages. */
export const framePipe = 4

/** Statement, rows and length of what follows, 32 bits each. */
const headerBytes = 12
/** A piece of ten thousand events of the longest that are kept; whatever claims to be longer is none. */
const maxChunkBytes = 2 ** 30

/** What a piece goes behind. Ids of statements count from one: they stay below 2^32. */
export function frameHeader(id: number, rows: number, length: number): Uint8Array {
  const head = new DataView(new ArrayBuffer(headerBytes))
  head.setUint32(0, id)
  head.setUint32(4, rows)
  head.setUint32(8, length)
  return new Uint8Array(head.buffer)
}

/**
 * Puts pieces together from what comes out of the pipe. Each has its memory for itself, and what it was copied from is given back at
 * once: that lies outside of the heap, where the collector of garbage would go through all of the heap to find it.
 */
export class FrameReader {
  readonly #heard: (id: number, piece: EventBatch) => void
  readonly #head = new DataView(new ArrayBuffer(headerBytes))
  #inHead = 0
  #piece = new Uint8Array(0)
  #inPiece = 0

  /** `heard` is given each piece with its statement. */
  constructor(heard: (id: number, piece: EventBatch) => void) {
    this.#heard = heard
  }

  /** Takes `chunk` for its own. Throws when it cannot be what the engine process wrote. */
  read(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#inHead < headerBytes) {
        this.#head.setUint8(this.#inHead++, chunk[at++] ?? 0)
        if (this.#inHead === headerBytes) this.#begin()
      } else {
        const some = Math.min(chunk.length - at, this.#piece.length - this.#inPiece)
        this.#piece.set(chunk.subarray(at, at + some), this.#inPiece)
        this.#inPiece += some
        at += some
      }
      if (this.#inHead === headerBytes && this.#inPiece === this.#piece.length) this.#end()
    }
    release(chunk)
  }

  #begin(): void {
    const length = this.#head.getUint32(8)
    if (length > maxChunkBytes) throw new RangeError(`a piece of an answer is told to have ${length} bytes`)
    this.#piece = new Uint8Array(length)
    this.#inPiece = 0
  }

  #end(): void {
    const piece = this.#piece
    this.#piece = new Uint8Array(0)
    this.#inHead = 0
    this.#heard(this.#head.getUint32(0), { bytes: piece, rows: this.#head.getUint32(4) })
  }
}

/** Gives memory back at once: bytes lie outside of the heap, where the collector of garbage hardly sees them. Only what has its memory for itself. */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
