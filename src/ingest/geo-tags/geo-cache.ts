/** What was found lately, by text: at most twice `half` answers, of which the older half goes at once. */
export class GeoCache<Found> {
  readonly #half: number
  #newer = new Map<string, Found | undefined>()
  #older = new Map<string, Found | undefined>()

  constructor(half: number) {
    this.#half = half
  }

  get size(): number {
    return this.#newer.size + this.#older.size
  }

  get(text: string, find: (text: string) => Found | undefined): Found | undefined {
    const known = this.#newer.get(text)
    if (known !== undefined || this.#newer.has(text)) return known
    const found = this.#older.has(text) ? this.#older.get(text) : find(text)
    if (this.#newer.size >= this.#half) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(text, found)
    return found
  }

  clear(): void {
    this.#newer = new Map()
    this.#older = new Map()
  }
}
