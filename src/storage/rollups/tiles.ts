import { overlaps, type Span, startsIn } from '../time-span.ts'
import { type Cover, type Level, levelSeconds } from './cover.ts'
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

interface CachedTile {
  tile: Tile
  span: Span
  usedAt: number
}

/** From the longest to the shortest. Minutes are cached by the hour and seconds by the minute, as slots of one tile. */
export const levels = ['day', 'quarter', 'hour', 'minute', 'second'] as const

const tileLengths = {
  day: levelSeconds.day,
  quarter: levelSeconds.quarter,
  hour: levelSeconds.hour,
  minute: levelSeconds.hour,
  second: levelSeconds.minute,
} as const

/** Each minute the ends of live ranges come into other tiles of seconds, and nobody asks for the old ones. */
const maxSecondTiles = 128

/** The tiles of a rollup, by level and start. */
export class Tiles {
  readonly #levels: Record<Level, Map<number, CachedTile>> = {
    day: new Map(),
    quarter: new Map(),
    hour: new Map(),
    minute: new Map(),
    second: new Map(),
  }
  #uses = 0
  bytes = 0

  has(level: Level, start: number): boolean {
    return this.#levels[level].has(start)
  }

  keep(level: Level, start: number, tile: Tile): void {
    const cached = this.#levels[level]
    cached.set(start, { tile, span: { from: start, to: start + tileLength(level) }, usedAt: this.#uses })
    this.bytes += tileBytes(tile)
    if (level !== 'second' || cached.size <= maxSecondTiles) return
    const [oldest] = [...cached].sort(([, a], [, b]) => a.usedAt - b.usedAt)
    if (oldest !== undefined) this.#drop(level, ...oldest)
  }

  /** Adds counts to a tile that is there. */
  add(level: Level, start: number, entries: Entry[]): void {
    const cached = this.#levels[level].get(start)
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
    return levels.some(level => this.startsIn(level, span).length > 0)
  }

  startsIn(level: Level, span: Span): number[] {
    const starts: number[] = []
    for (const [start, cached] of this.#levels[level]) if (overlaps(cached.span, span)) starts.push(start)
    return starts
  }

  discard(spans: readonly Span[]): void {
    if (spans.length === 0) return
    for (const [level, start, cached] of this.#all())
      if (spans.some(span => overlaps(cached.span, span))) this.#drop(level, start, cached)
  }

  clear(): void {
    for (const level of levels) this.#levels[level].clear()
    this.bytes = 0
  }

  /** Drops the least recently used until no more than these bytes are left. */
  shrink(maxBytes: number): void {
    const byUse = this.#all().sort(([, , a], [, , b]) => a.usedAt - b.usedAt)
    for (const [level, start, cached] of byUse) {
      if (this.bytes <= maxBytes) return
      this.#drop(level, start, cached)
    }
  }

  /** Every tile of the cover has to be there. */
  *walk(cover: Cover): Generator<TileSlice> {
    this.#uses++
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

  #all(): [Level, number, CachedTile][] {
    return levels.flatMap(level =>
      [...this.#levels[level]].map(([start, cached]): [Level, number, CachedTile] => [level, start, cached]),
    )
  }

  #use(level: Level, start: number): Tile {
    const cached = this.#levels[level].get(start)
    if (cached === undefined) throw new Error('a tile of the cover was not loaded')
    cached.usedAt = this.#uses
    return cached.tile
  }

  #drop(level: Level, start: number, cached: CachedTile): void {
    this.#levels[level].delete(start)
    this.bytes -= tileBytes(cached.tile)
  }
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
