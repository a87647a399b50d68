export interface LruBounds {
  maxEntries: number
  /** Bytes of all texts: keys, and values that are texts. */
  maxBytes: number
}

/** What is known by names that may be long: the entries that were used least lately go first. */
export class LruMap<V extends string | number> {
  readonly #bounds: LruBounds
  /** The one that was used last at the end. */
  readonly #entries = new Map<string, V>()
  #bytes = 0

  constructor(bounds: LruBounds) {
    this.#bounds = bounds
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: string, value: V): void {
    this.#forget(key)
    this.#entries.set(key, value)
    this.#bytes += bytesOf(key, value)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#bounds.maxEntries && this.#bytes <= this.#bounds.maxBytes) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#bytes -= bytesOf(key, value)
    this.#entries.delete(key)
  }
}

/** At most: texts of Latin letters alone take half. */
function bytesOf(key: string, value: string | number): number {
  return 2 * (key.length + (typeof value === 'string' ? value.length : 0))
}
