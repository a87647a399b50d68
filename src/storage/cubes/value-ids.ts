import type { Value } from '../store.ts'

/** Numbers for combinations of values, in the order in which they were first seen. */
export class ValueIds {
  readonly #ids = new Map<string, number>()
  readonly #values: (readonly Value[])[] = []

  get size(): number {
    return this.#values.length
  }

  /** About how many bytes it takes. */
  bytes = 0

  idOf(values: readonly Value[]): number {
    const key = values.length === 1 ? keyOf(values[0] ?? '') : JSON.stringify(values)
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const id = this.#values.length
    this.#ids.set(key, id)
    this.#values.push(values)
    this.bytes += 150 + 2 * key.length
    return id
  }

  valuesOf(id: number): readonly Value[] {
    return this.#values[id] ?? []
  }
}

function keyOf(value: Value): string {
  return typeof value === 'number' ? `#${value}` : `"${value}`
}
