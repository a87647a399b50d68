/**
 * The counts of a rollup for one span of time, by value. A value is a combination of the values of the
 * rollup's fields, known by its id (sql/value-ids.ts). Slots are the minutes or seconds of a tile that counts
 * them separately; other tiles only have slot 0.
 *
 * The arrays have equal lengths: the members with the same index are the entry of one key. Immutable. An
 * entry takes 12 bytes, more if events are repeated.
 */
export interface Tile {
  /** slot * slotSize + value id, ascending. */
  readonly keys: Uint32Array
  /** Occurrences. */
  readonly counts: Numbers
  /** Events that began: the same array as `counts` when each occurrence is a separate event. */
  readonly firsts: Numbers
  /** Second of the newest row of each entry, Unix seconds. */
  readonly last: Uint32Array
  /** Occurrences of all entries. Below 2^32, each count fits into 32 bits. */
  readonly total: number
}

type Numbers = Uint32Array | Float64Array

/** Exceeds the values of any rollup; sixty slots fit into 32 bits. */
export const slotSize = 2 ** 26
const maxUint32 = 2 ** 32 - 1

/** The counts of one key. */
export interface TileEntry {
  key: number
  count: number
  firsts: number
  last: number
}

/** Approximate bytes of a tile besides its entries. */
const fixedBytes = 600

export function tileBytes({ keys, counts, firsts, last }: Tile): number {
  const firstsBytes = firsts === counts ? 0 : firsts.byteLength
  return fixedBytes + keys.byteLength + counts.byteLength + firstsBytes + last.byteLength
}

/** Makes a tile of entries in any order, whose keys are distinct. */
export function tileOf(entries: readonly TileEntry[]): Tile {
  let total = 0
  let hasNoRepeats = true
  // Packs the key and the place of each entry into one number: numbers sort many times faster than objects.
  const packed = new Float64Array(entries.length)
  for (let place = 0; place < packed.length; place++) {
    const entry = entries[place]
    if (entry === undefined) continue
    packed[place] = entry.key * maxEntries + place
    total += entry.count
    hasNoRepeats &&= entry.count === entry.firsts
  }
  packed.sort()
  const tile = emptyTile(entries.length, total, hasNoRepeats)
  const { keys, counts, firsts, last } = tile
  for (let i = 0; i < packed.length; i++) {
    const keyAndPlace = packed[i] ?? 0
    const key = Math.floor(keyAndPlace / maxEntries)
    const entry = entries[keyAndPlace - key * maxEntries]
    if (entry === undefined) continue
    keys[i] = key
    counts[i] = entry.count
    if (!hasNoRepeats) firsts[i] = entry.firsts
    last[i] = entry.last
  }
  return tile
}

/** Maximum entries of one tile: the 21 bits of a place and the 32 bits of a key fit into a number. */
const maxEntries = 2 ** 21

/** The sum of two tiles. */
export function mergeTiles(a: Tile, b: Tile): Tile {
  const maxSize = a.keys.length + b.keys.length
  const hasNoRepeats = a.firsts === a.counts && b.firsts === b.counts
  const tile = emptyTile(maxSize, a.total + b.total, hasNoRepeats)
  const { keys, counts, firsts, last } = tile
  let size = 0
  const take = (from: Tile, i: number): void => {
    const key = from.keys[i] ?? 0
    // The second tile's entry of a key follows the first tile's: both are added up in one place.
    const at = size > 0 && keys[size - 1] === key ? size - 1 : size++
    keys[at] = key
    counts[at] = (counts[at] ?? 0) + (from.counts[i] ?? 0)
    if (!hasNoRepeats) firsts[at] = (firsts[at] ?? 0) + (from.firsts[i] ?? 0)
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
  const usedCounts = counts.slice(0, size)
  return {
    keys: keys.slice(0, size),
    counts: usedCounts,
    firsts: hasNoRepeats ? usedCounts : firsts.slice(0, size),
    last: last.slice(0, size),
    total: tile.total,
  }
}

/**
 * A tile with room for `size` entries. `hasNoRepeats`: each occurrence is a separate event, so `firsts`
 * equals `counts`.
 */
function emptyTile(size: number, total: number, hasNoRepeats: boolean): Tile {
  const numbers = () => (total > maxUint32 ? new Float64Array(size) : new Uint32Array(size))
  const counts = numbers()
  const firsts = hasNoRepeats ? counts : numbers()
  return { keys: new Uint32Array(size), counts, firsts, last: new Uint32Array(size), total }
}
