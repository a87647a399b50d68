/** A seeded random generator: the same seed gives the same sequence on every machine. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number in [0, 1), by the generator mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** An integer in [from, to]. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  /** Picks an item; earlier items are likelier (index = length * u², u uniform in [0, 1)). */
  pickSkewed<T>(items: readonly [T, ...T[]]): T {
    return items[Math.floor(this.next() ** 2 * items.length)] ?? items[0]
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[Math.floor(this.next() * items.length)] ?? items[0]
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }
}
