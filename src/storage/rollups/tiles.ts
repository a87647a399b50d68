import { overlaps, type Span, startsIn } from '../time-span.ts'
import { type Cover, type Level, levelSeconds, levels } from './cover.ts'
import { type Entry, mergeTiles, slotSize, type Tile, tileBytes, tileOf } from './tile.ts'

/** Entries of a tile, one after another. `second` is that of the tile's first slot, `length` that of each slot, seconds. */
export interface TileSlice {
  tile: Tile
  first: number
  end: number
  second: number
  length: number
}

export interface TileKey {
  level: Level
  start: number
}

interface CachedTile extends TileKey {
  tile: Tile
  span: Span
}

/** Minutes are cached by the hour and seconds by the minute, as slots of one tile. */
const tileLengths = {
  day: levelSeconds.day,
  quarter: levelSeconds.quarter,
  hour: levelSeconds.hour,
  minute: levelSeconds.hour,
  second: levelSeconds.minute,
} as const

/** Each minute the ends of live ranges come into other tiles of seconds, and nobody asks for the old ones. */
const maxSecondTiles = 128

/** The tiles of a rollup. */
export class Tiles {
  /** By `keyOf`, the least recently used first. */
  readonly #tiles = new Map<number, CachedTile>()
  bytes = 0

  has(level: Level, start: number): boolean {
    return this.#tiles.has(keyOf(level, start))
  }

  keep(level: Level, start: number, tile: Tile): void {
    const span = { from: start, to: start + tileLength(level) }
    this.#tiles.set(keyOf(level, start), { level, start, tile, span })
    this.bytes += tileBytes(tile)
    const seconds = level === 'second' ? this.#all(tile => tile.level === 'second') : []
    if (seconds.length > maxSecondTiles) this.#drop(seconds.slice(0, 1))
  }

  /** Adds counts to a tile that is there. */
  add(level: Level, start: number, entries: Entry[]): void {
    const cached = this.#tiles.get(keyOf(level, start))
    if (cached === undefined) throw new Error('counts for a tile that is not cached')
    this.bytes -= tileBytes(cached.tile)
    cached.tile = mergeTiles(cached.tile, tileOf(entries))
    this.bytes += tileBytes(cached.tile)
  }

  sizeOf(cover: Cover): number {
    return levels.reduce((sum, level) => sum + tilesOf(cover, level).length, 0)
  }

  /** The tiles of a cover that are not there, the longest first. */
  missing(cover: Cover): TileKey[] {
    return levels.flatMap(level => {
      return tilesOf(cover, level).flatMap(start => (this.has(level, start) ? [] : [{ level, start }]))
    })
  }

  touches(span: Span): boolean {
    return [...this.#tiles.values()].some(tile => overlaps(tile.span, span))
  }

  startsIn(level: Level, span: Span): number[] {
    return this.#all(tile => tile.level === level && overlaps(tile.span, span)).map(({ start }) => start)
  }

  discard(spans: readonly Span[]): void {
    if (spans.length > 0) this.#drop(this.#all(tile => spans.some(span => overlaps(tile.span, span))))
  }

  clear(): void {
    this.#tiles.clear()
    this.bytes = 0
  }

  /** Drops the least recently used until no more than these bytes are left. */
  shrink(maxBytes: number): void {
    for (const tile of this.#tiles.values()) if (this.bytes > maxBytes) this.#drop([tile])
  }

  /** Every tile of the cover has to be there. */
  *walk(cover: Cover): Generator<TileSlice> {
    for (const level of levels) {
      const length = levelSeconds[level]
      for (const span of cover[level]) {
        for (const start of startsIn([span], tileLength(level))) {
          const tile = this.#use(level, start)
          const slots = tileLength(level) / length
          const first = firstEntryOf(tile, Math.max(0, (span.from - start) / length))
          const end = firstEntryOf(tile, Math.min(slots, (span.to - start) / length))
          yield { tile, first, end, second: start, length }
        }
      }
    }
  }

  #all(isWanted: (tile: CachedTile) => boolean): CachedTile[] {
    return [...this.#tiles.values()].filter(isWanted)
  }

  #use(level: Level, start: number): Tile {
    const key = keyOf(level, start)
    const cached = this.#tiles.get(key)
    if (cached === undefined) throw new Error('a tile of the cover was not loaded')
    this.#tiles.delete(key)
    this.#tiles.set(key, cached)
    return cached.tile
  }

  #drop(tiles: readonly CachedTile[]): void {
    for (const { level, start, tile } of tiles) {
      this.#tiles.delete(keyOf(level, start))
      this.bytes -= tileBytes(tile)
    }
  }
}

/** Starts are multiples of 60. */
function keyOf(level: Level, start: number): number {
  return start + levels.indexOf(level)
}

/** In seconds. */
export function tileLength(level: Level): number {
  return tileLengths[level]
}

export function tileStart(second: number, level: Level): number {
  const length = tileLength(level)
  return Math.floor(second / length) * length
}

export function slotOf(second: number, level: Level): number {
  return Math.floor((second - tileStart(second, level)) / levelSeconds[level])
}

/** Each once: two spans may begin and end in the same hour. */
function tilesOf(cover: Cover, level: Level): number[] {
  const starts = startsIn(cover[level], tileLength(level))
  return cover[level].length > 1 ? [...new Set(starts)] : starts
}

/** Index of the first entry of a slot or a later one. */
function firstEntryOf({ keys }: Tile, slot: number): number {
  if (slot === 0) return 0
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] ?? 0) < slot * slotSize) low = middle + 1
    else high = middle
  }
  return low
}
