/**
 * Counts of one stretch of time by value, sorted by key: slot * slotSize + value id. Slots are the minutes of a tile of an hour
 * at the resolution of minutes; other tiles have slot 0 alone. Never changed once made.
 */
export interface Tile {
  readonly keys: Float64Array
  /** Occurrences. */
  readonly counts: Float64Array
  /** Events that began. */
  readonly firsts: Float64Array
  /** Second of the newest row, Unix seconds. */
  readonly last: Float64Array
}

/** More values than a cube ever tells apart. */
export const slotSize = 2 ** 32

/** One counted value, as the store answers it. */
export interface Entry {
  key: number
  count: number
  firsts: number
  last: number
}

/** About the bytes that a tile takes beside its entries, and each of these. */
const fixedBytes = 600
const entryBytes = 4 * Float64Array.BYTES_PER_ELEMENT

export function tileBytes(tile: Tile): number {
  return fixedBytes + tile.keys.length * entryBytes
}

/** A tile of entries in any order, each key once. */
export function tileOf(entries: Entry[]): Tile {
  const sorted = entries.sort((a, b) => a.key - b.key)
  return {
    keys: Float64Array.from(sorted, ({ key }) => key),
    counts: Float64Array.from(sorted, ({ count }) => count),
    firsts: Float64Array.from(sorted, ({ firsts }) => firsts),
    last: Float64Array.from(sorted, ({ last }) => last),
  }
}

/** What both count, together. */
export function merged(a: Tile, b: Tile): Tile {
  const room = a.keys.length + b.keys.length
  const keys = new Float64Array(room)
  const counts = new Float64Array(room)
  const firsts = new Float64Array(room)
  const last = new Float64Array(room)
  let size = 0
  const take = (from: Tile, i: number): void => {
    const key = from.keys[i] ?? 0
    const at = size > 0 && keys[size - 1] === key ? size - 1 : size++
    keys[at] = key
    counts[at] = (counts[at] ?? 0) + (from.counts[i] ?? 0)
    firsts[at] = (firsts[at] ?? 0) + (from.firsts[i] ?? 0)
    last[at] = Math.max(last[at] ?? 0, from.last[i] ?? 0)
  }
  let i = 0
  let j = 0
  while (i < a.keys.length || j < b.keys.length) {
    const left = a.keys[i] ?? Number.POSITIVE_INFINITY
    const right = b.keys[j] ?? Number.POSITIVE_INFINITY
    if (left <= right) take(a, i++)
    else take(b, j++)
  }
  return {
    keys: keys.slice(0, size),
    counts: counts.slice(0, size),
    firsts: firsts.slice(0, size),
    last: last.slice(0, size),
  }
}
