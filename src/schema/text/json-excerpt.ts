/** Whether a JSON value consists of more than `max` values, including itself and all members. */
export function hasMoreValues(value: unknown, max: number): boolean {
  return countValues(value, max) > max
}

/** The number of values of a JSON value. Stops counting once there are more than `max`. */
function countValues(value: unknown, max: number): number {
  let count = 1
  if (typeof value !== 'object' || value === null) return count
  if (Array.isArray(value)) {
    if (value.length >= max) return max + 1
    for (const item of value) {
      count += countValues(item, max - count)
      if (count > max) break
    }
    return count
  }
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue
    // `name` is a member of this object.
    count += countValues((value as Record<string, unknown>)[name], max - count)
    if (count > max) break
  }
  return count
}

interface ExcerptBounds {
  /** Names of object members that are always kept. */
  names: ReadonlySet<string>
  /** Maximum values of the copy, counted as by `hasMoreValues`. */
  maxValues: number
  /** Maximum members that each list and object keeps; fewer if the copy would have too many values. */
  maxMembers: number
}

/** Divisors of `maxMembers`, one for each try. */
const divisors = [1, 10, 100, 1_000, 10_000]

/**
 * A copy of some values in which to look for the faults of a large JSON value. Lists keep their first items;
 * objects keep all members in `names` and the first others. So a fault of the copy is a fault of the value,
 * unless a list needs several items. undefined when even the smallest copy is too large.
 */
export function excerptOf(value: unknown, { names, maxValues, maxMembers }: ExcerptBounds): unknown {
  for (const divisor of divisors) {
    const copier = new ExcerptCopier(names, Math.max(1, Math.floor(maxMembers / divisor)), maxValues)
    const copy = copier.copy(value)
    if (copier.isWithinMax) return copy
    if (divisor >= maxMembers) break
  }
  return undefined
}

/** Copies a value, and keeps only some of its members and items. */
class ExcerptCopier {
  readonly #names: ReadonlySet<string>
  readonly #maxMembers: number
  /** Values that the copy may still have; negative: it has too many, and is discarded. */
  #remainingValues: number

  constructor(names: ReadonlySet<string>, maxMembers: number, maxValues: number) {
    this.#names = names
    this.#maxMembers = maxMembers
    this.#remainingValues = maxValues
  }

  get isWithinMax(): boolean {
    return this.#remainingValues >= 0
  }

  copy(value: unknown): unknown {
    this.#remainingValues--
    if (!this.isWithinMax || typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) {
      const items: unknown[] = []
      for (const item of value.slice(0, this.#maxMembers)) {
        if (!this.isWithinMax) break
        items.push(this.copy(item))
      }
      return items
    }
    const members: [string, unknown][] = []
    let otherMembers = 0
    for (const [name, member] of Object.entries(value)) {
      if (!this.isWithinMax) break
      if (this.#names.has(name) || ++otherMembers <= this.#maxMembers) members.push([name, this.copy(member)])
    }
    return Object.fromEntries(members)
  }
}

/** The names of all members that JSON Schemas declare. */
export function declaredNames(schemas: unknown): Set<string> {
  const names = new Set<string>()
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    for (const [keyword, below] of Object.entries(schema)) {
      if (keyword === 'properties' && typeof below === 'object' && below !== null)
        for (const name of Object.keys(below)) names.add(name)
      visit(below)
    }
  }
  visit(schemas)
  return names
}
