import type { Value } from '../contract/field.ts'

/** Bytes per entry, and per string besides its characters, measured with 100,000 short ones. */
const mapEntryBytes = 40
const arrayEntryBytes = 10
const stringHeaderBytes = 16
/** Exceeds all ids of one field; small enough that a pair of ids fits one safe integer. */
const maxIds = 2 ** 26

/**
 * Ids of combinations of the values of some fields (at most two), in order of first appearance. Counts in
 * memory are kept by these ids.
 */
export class ValueIds {
  readonly #first = new Dictionary()
  readonly #second = new Dictionary()
  /** By the ids of both values. */
  readonly #pairs = new Map<number, number>()
  readonly #firstOf: number[] = []
  readonly #secondOf: number[] = []
  /** Number of fields; undefined until there is a combination. */
  #fields: number | undefined

  /** Number of combinations. Ids are below it. */
  get size(): number {
    if (this.#fields === undefined) return 0
    // Without fields there is one combination, the empty one.
    return this.#fields === 2 ? this.#firstOf.length : Math.max(1, this.#first.size)
  }

  /** Approximate memory. */
  get bytes(): number {
    const pairs = this.#firstOf.length * (mapEntryBytes + 2 * arrayEntryBytes)
    return this.#first.bytes + this.#second.bytes + pairs
  }

  /** Number of distinct values of the first field. */
  get firsts(): number {
    return this.#first.size
  }

  /**
   * The id of a combination's first value among the values of the first field; it is the combination's own id
   * unless there are two fields.
   */
  firstOf(id: number): number {
    return this.#fields === 2 ? (this.#firstOf[id] ?? 0) : id
  }

  /** The value with this id among the values of the first field. */
  firstValue(first: number): Value {
    return this.#first.valueOf(first)
  }

  /** The id of a combination. Adds a new one. */
  idOf(values: readonly Value[]): number {
    this.#fields = values.length
    const [first, second] = values
    if (first === undefined) return 0
    const a = this.#first.idOf(first)
    if (second === undefined) return a
    const b = this.#second.idOf(second)
    const key = a * maxIds + b
    const known = this.#pairs.get(key)
    if (known !== undefined) return known
    const id = this.#firstOf.length
    this.#pairs.set(key, id)
    this.#firstOf.push(a)
    this.#secondOf.push(b)
    return id
  }

  /** The combination with this id. */
  valuesOf(id: number): readonly Value[] {
    if (this.#fields === 1) return [this.#first.valueOf(id)]
    if (this.#fields !== 2) return []
    return [this.#first.valueOf(this.#firstOf[id] ?? 0), this.#second.valueOf(this.#secondOf[id] ?? 0)]
  }
}

/** Ids of values, in order of first appearance. */
class Dictionary {
  readonly #ids = new Map<Value, number>()
  readonly #values: Value[] = []
  /** Approximate memory. */
  bytes = 0

  get size(): number {
    return this.#values.length
  }

  /** The id of a value. Adds a new one. */
  idOf(value: Value): number {
    const known = this.#ids.get(value)
    if (known !== undefined) return known
    const id = this.#values.length
    this.#ids.set(value, id)
    this.#values.push(value)
    this.bytes +=
      mapEntryBytes + arrayEntryBytes + (typeof value === 'string' ? stringHeaderBytes + 2 * value.length : 0)
    return id
  }

  valueOf(id: number): Value {
    return this.#values[id] ?? ''
  }
}
