import { countBits, maxCount, rowWords } from './layout.ts'
import type { Run } from './run.ts'

const minSlots = 4_096

/** Values of one bucket by their hashes, with their counts. */
export class ValueTable {
  /** As rows, with the Unix second of an occurrence. */
  slots = new Int32Array(minSlots * rowWords)
  /** 0 where there is none. */
  counts = new Float64Array(minSlots)
  /** The slots in use: the first `size`. */
  used = new Uint32Array(minSlots / 2)
  size = 0

  /** Counts the rows from `first` to `end` of a run that lie within [from, to), seconds of the day that begins at `start`. */
  add({ words }: Run, first: number, end: number, start: number, from: number, to: number): void {
    if (this.size + end - first > this.used.length) this.#grow(this.size + end - first)
    const { slots, counts, used } = this
    const mask = counts.length - 1
    let size = this.size
    const last = end * rowWords
    for (let at = first * rowWords; at < last; at += rowWords) {
      const packed = words[at + 2] ?? 0
      const second = packed >>> countBits
      if (second < from || second >= to) continue
      const low = words[at] ?? 0
      const high = words[at + 1] ?? 0
      const count = packed & maxCount
      let slot = low & mask
      for (;;) {
        const place = slot * rowWords
        const counted = counts[slot] ?? 0
        if (counted === 0) {
          slots[place] = low
          slots[place + 1] = high
          slots[place + 2] = start + second
          slots[place + 3] = words[at + 3] ?? 0
          counts[slot] = count
          used[size++] = slot
          break
        }
        if (slots[place] === low && slots[place + 1] === high) {
          counts[slot] = counted + count
          break
        }
        slot = (slot + 1) & mask
      }
    }
    this.size = size
  }

  clear(): void {
    for (let i = 0; i < this.size; i++) this.counts[this.used[i] ?? 0] = 0
    this.size = 0
  }

  #grow(values: number): void {
    let length = this.counts.length
    while (length < 2 * values) length *= 2
    const slots = new Int32Array(length * rowWords)
    const counts = new Float64Array(length)
    const used = new Uint32Array(length / 2)
    for (let i = 0; i < this.size; i++) {
      const old = this.used[i] ?? 0
      const place = old * rowWords
      let slot = (this.slots[place] ?? 0) & (length - 1)
      while (counts[slot] !== 0) slot = (slot + 1) & (length - 1)
      slots.set(this.slots.subarray(place, place + rowWords), slot * rowWords)
      counts[slot] = this.counts[old] ?? 0
      used[i] = slot
    }
    this.slots = slots
    this.counts = counts
    this.used = used
  }
}
