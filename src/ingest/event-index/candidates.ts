/**
 * The rules or triggers that an event may match, by number: a set from which the numbers are taken from the
 * lowest to the highest while higher ones may still be added. Adding and taking take nearly constant time and
 * allocate nothing.
 */
export class Candidates {
  readonly #bits: Uint32Array
  /** One bit for each word of `#bits`: whether that word is not zero. */
  readonly #words: Uint32Array
  /** The highest number that was taken or removed; -1 before the first. */
  #taken = -1
  /** The highest index of `#words` that may have bits; -1 for an empty set. */
  #highest = -1

  constructor(size: number) {
    const words = (size + 31) >>> 5
    this.#bits = new Uint32Array(words)
    this.#words = new Uint32Array((words + 31) >>> 5)
  }

  /** Empties the set; lower numbers may be added again. */
  reset(): void {
    // Taking the rest clears its bits.
    while (this.#highest >= 0 && this.takeLowest() !== -1);
    this.#taken = -1
  }

  /** Adds the number, unless this or a higher one was taken. */
  add(id: number): void {
    if (id <= this.#taken) return
    const word = id >>> 5
    this.#bits[word] = (this.#bits[word] ?? 0) | (1 << (id & 31))
    this.#words[word >>> 5] = (this.#words[word >>> 5] ?? 0) | (1 << (word & 31))
    if (word >>> 5 > this.#highest) this.#highest = word >>> 5
  }

  addAll(ids: Int32Array): void {
    for (let i = 0; i < ids.length; i++) this.add(ids[i] ?? 0)
  }

  /** Removes and returns the lowest number; -1 for an empty set. */
  takeLowest(): number {
    // An element of `#words` stands for 1,024 numbers.
    const start = this.#taken < 0 ? 0 : this.#taken >>> 10
    for (let group = start; group <= this.#highest; group++) {
      // x & -x is the lowest bit of x.
      const words = this.#words[group] ?? 0
      if (words === 0) continue
      const word = (group << 5) + 31 - Math.clz32(words & -words)
      const bits = this.#bits[word] ?? 0
      const lowest = bits & -bits
      const otherBits = bits ^ lowest
      this.#bits[word] = otherBits
      if (otherBits === 0) this.#words[group] = words & (words - 1)
      this.#taken = (word << 5) + 31 - Math.clz32(lowest)
      return this.#taken
    }
    this.#highest = -1
    return -1
  }

  /**
   * Removes the numbers up to `id`, which cannot be added again until `reset`. `id` must not be lower than
   * the number that was taken last.
   */
  removeUpTo(id: number): void {
    let next = this.takeLowest()
    while (next !== -1 && next <= id) next = this.takeLowest()
    this.#taken = id
    // Puts the first number above `id` back.
    if (next !== -1) this.add(next)
  }
}
