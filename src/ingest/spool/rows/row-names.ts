import { randomInt } from 'node:crypto'
import type { BatchNames } from '../../../schema/event/row.ts'
import { mixHash, sameBytes } from './signature.ts'

/** Collects the distinct hosts, programs and templates of one file's rows, for the lists of the store. */
export class RowNames {
  readonly #hosts: TextSet
  readonly #programs: TextSet
  readonly #templates: TextSet

  constructor(rows: RowBytes) {
    this.#hosts = new TextSet(rows)
    this.#programs = new TextSet(rows)
    this.#templates = new TextSet(rows)
  }

  /** Adds the names of a row, by the positions of its content (see RowContent) and of its template. */
  add(contentAt: number, templateAt: number): void {
    this.addContent(contentAt)
    this.#templates.add(templateAt)
  }

  /** Adds the host and the program of a row whose template was already added. */
  addContent(contentAt: number): void {
    const programAt = this.#hosts.add(contentAt)
    this.#programs.add(programAt)
  }

  list(): BatchNames {
    return {
      hosts: this.#hosts.list(),
      programs: this.#programs.list(),
      templates: this.#templates.list(),
    }
  }

  clear(): void {
    this.#hosts.clear()
    this.#programs.clear()
    this.#templates.clear()
  }
}

/** A random seed, since senders choose the texts and must not be able to make hashes collide. */
const seed = randomInt(2 ** 31)

/** The bytes of rows. Offsets of rows never change; `bytes` and `view` may be replaced by longer ones. */
interface RowBytes {
  bytes: Buffer
  view: DataView
}

/** The distinct texts at some positions of rows, compared as bytes. Runs for every event. */
export class TextSet {
  readonly #rows: RowBytes
  /** The hash table: index of an entry + 1; 0 for a free slot. */
  #slots = new Int32Array(1_024)
  // By entry: the hash of its text, and where the text and its length begin and end in the rows.
  #hashes = new Int32Array(512)
  #starts = new Int32Array(512)
  #ends = new Int32Array(512)
  #size = 0

  constructor(rows: RowBytes) {
    this.#rows = rows
  }

  /** Adds the text whose length is at `start`, unless the set has it; returns the end of the text. */
  add(start: number): number {
    const { bytes } = this.#rows
    let end = start
    let length = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[end++] ?? 0
      length += (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    end += length
    this.#add(start, end)
    return end
  }

  /** The texts, in order of insertion. */
  list(): string[] {
    const { bytes } = this.#rows
    return Array.from({ length: this.#size }, (_, entry) => {
      let start = this.#starts[entry] ?? 0
      while ((bytes[start++] ?? 0) >= 0x80);
      return bytes.toString('utf8', start, this.#ends[entry])
    })
  }

  clear(): void {
    this.#slots.fill(0)
    this.#size = 0
  }

  #add(start: number, end: number): void {
    const { view } = this.#rows
    // The final mixing, which mixHash leaves out.
    const mixed = mixHash(view, start, end, seed)
    const hash = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
    const mask = this.#slots.length - 1
    let slot = (hash ^ (hash >>> 13)) & mask
    for (; ; slot = (slot + 1) & mask) {
      const entry = (this.#slots[slot] ?? 0) - 1
      if (entry < 0) break
      if (this.#hashes[entry] !== hash) continue
      const entryStart = this.#starts[entry] ?? 0
      const length = end - start
      if (
        (this.#ends[entry] ?? 0) - entryStart === length &&
        sameBytes(view, entryStart, view, start, length)
      )
        return
    }
    const entry = this.#size++
    this.#slots[slot] = entry + 1
    this.#hashes[entry] = hash
    this.#starts[entry] = start
    this.#ends[entry] = end
    if (this.#size === this.#hashes.length) this.#grow()
  }

  #grow(): void {
    const size = this.#hashes.length * 2
    this.#hashes = grown(this.#hashes, size)
    this.#starts = grown(this.#starts, size)
    this.#ends = grown(this.#ends, size)
    this.#slots = new Int32Array(size * 2)
    const mask = this.#slots.length - 1
    for (let entry = 0; entry < this.#size; entry++) {
      const hash = this.#hashes[entry] ?? 0
      let slot = (hash ^ (hash >>> 13)) & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = entry + 1
    }
  }
}

function grown(from: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(size)
  to.set(from)
  return to
}
