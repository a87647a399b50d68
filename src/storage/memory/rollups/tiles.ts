import { overlaps, type Span } from '../../contract/time-span.ts'
import { type Level, levelSeconds, levels } from './cover.ts'
import { mergeTiles, slotSize, type Tile, type TileEntry, tileBytes, tileOf } from './tile.ts'

/** Consecutive entries of a tile. */
export interface TileSlice {
  tile: Tile
  /** Indexes of entries, `end` exclusive. */
  first: number
  end: number
  /** The tile's first second, at which slot 0 begins. */
  second: number
  /** Seconds of each slot. */
  length: number
}

export interface TileKey {
  level: Level
  /** Unix seconds. */
  start: number
}

/** The tiles of some spans. `covered` and `missing` are in order of time, with neighbours merged. */
export interface TileCover {
  slices: TileSlice[]
  covered: Span[]
  missing: Span[]
}

interface CachedTile extends TileKey {
  tile: Tile
  span: Span
}

/** Minutes are cached per hour and seconds per minute, as slots of one tile. */
const tileLengths = {
  day: levelSeconds.day,
  quarterDay: levelSeconds.quarterDay,
  hour: levelSeconds.hour,
  minute: levelSeconds.hour,
  second: levelSeconds.minute,
} as const

/** Maximum tiles of seconds. Each minute the ends of live ranges leave one and move into a new one. */
const maxSecondTiles = 128

/** The tiles of a rollup. */
export class Tiles {
  /** By `keyOf`, least recently used first. */
  readonly #tiles = new Map<number, CachedTile>()
  bytes = 0

  has({ level, start }: TileKey): boolean {
    return this.#tiles.has(keyOf(level, start))
  }

  keep(level: Level, start: number, tile: Tile): void {
    const span = { from: start, to: start + tileLength(level) }
    this.#tiles.set(keyOf(level, start), { level, start, tile, span })
    this.bytes += tileBytes(tile)
    const seconds = level === 'second' ? this.#all(tile => tile.level === 'second') : []
    if (seconds.length > maxSecondTiles) this.#drop(seconds.slice(0, 1))
  }

  /** Takes over the tiles of another instance. */
  adopt(others: Tiles): void {
    for (const { level, start, tile } of others.#tiles.values())
      if (!this.has({ level, start })) this.keep(level, start, tile)
  }

  /** Adds counts to an existing tile. */
  add(level: Level, start: number, entries: TileEntry[]): void {
    const cached = this.#tiles.get(keyOf(level, start))
    if (cached === undefined) throw new Error('counts for a tile that is not cached')
    this.bytes -= tileBytes(cached.tile)
    cached.tile = mergeTiles(cached.tile, tileOf(entries))
    this.bytes += tileBytes(cached.tile)
  }

  /** Whether a tile overlaps the span. */
  touches(span: Span): boolean {
    for (const tile of this.#tiles.values()) if (overlaps(tile.span, span)) return true
    return false
  }

  /** Starts of the tiles of a level that overlap a span. */
  startsIn(level: Level, span: Span): number[] {
    return this.#all(tile => tile.level === level && overlaps(tile.span, span)).map(({ start }) => start)
  }

  /** Drops the tiles that overlap one of these spans. */
  discard(spans: readonly Span[]): void {
    if (spans.length > 0) this.#drop(this.#all(tile => spans.some(span => overlaps(tile.span, span))))
  }

  clear(): void {
    this.#tiles.clear()
    this.bytes = 0
  }

  /** Drops the least recently used tiles until at most `maxBytes` are left. */
  shrink(maxBytes: number): void {
    for (const tile of this.#tiles.values()) if (this.bytes > maxBytes) this.#drop([tile])
  }

  /** Makes the tile of a day from its hours, if all of them exist. */
  joinHours(day: number): void {
    const hours: Tile[] = []
    for (let hour = day; hour < day + levelSeconds.day; hour += levelSeconds.hour) {
      const tile = this.#tiles.get(keyOf('hour', hour))?.tile
      if (tile === undefined) return
      hours.push(tile)
    }
    if (!this.has({ level: 'day', start: day })) this.keep('day', day, hours.reduce(mergeTiles))
  }

  /** Covers spans with existing tiles, each the longest that fits, none longer than `coarsest`. */
  cover(spans: readonly Span[], coarsest: Level): TileCover {
    const cover: TileCover = { slices: [], covered: [], missing: [] }
    const allowed = levels.slice(levels.indexOf(coarsest))
    const seconds = this.#all(({ level }) => level === 'second')
    const hoursWithSeconds = new Set(seconds.map(({ start }) => tileStart(start, 'hour')))
    for (const { from, to } of spans) {
      for (let at = from; at < to; ) {
        const found = this.#sliceAt(at, to, allowed)
        if (found !== undefined) cover.slices.push(found.slice)
        // Where the next tile may begin: at the next minute if there may be tiles of seconds.
        const hour = tileStart(at, 'hour')
        const isFine = at % levelSeconds.minute !== 0 || hoursWithSeconds.has(hour)
        const next = isFine ? tileStart(at, 'second') + levelSeconds.minute : hour + levelSeconds.hour
        const end = found?.to ?? Math.min(to, next)
        append(found === undefined ? cover.missing : cover.covered, { from: at, to: end })
        at = end
      }
    }
    return cover
  }

  /** The slice of the longest tile with a slot that begins at `from`, and the second where the slice ends. */
  #sliceAt(
    from: number,
    to: number,
    allowed: readonly Level[],
  ): { slice: TileSlice; to: number } | undefined {
    for (const level of allowed) {
      const length = levelSeconds[level]
      if (from % length !== 0) continue
      const start = tileStart(from, level)
      const end = Math.min(start + tileLength(level), Math.floor(to / length) * length)
      const tile = end > from ? this.#use(level, start) : undefined
      if (tile === undefined) continue
      const [first, last] = [from, end].map(second => firstEntryOf(tile, (second - start) / length))
      return { slice: { tile, first: first ?? 0, end: last ?? 0, second: start, length }, to: end }
    }
    return undefined
  }

  #all(isWanted: (tile: CachedTile) => boolean): CachedTile[] {
    return [...this.#tiles.values()].filter(isWanted)
  }

  /** A tile, marked as the one used last. */
  #use(level: Level, start: number): Tile | undefined {
    const key = keyOf(level, start)
    const cached = this.#tiles.get(key)
    if (cached === undefined) return undefined
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

function append(spans: Span[], { from, to }: Span): void {
  const last = spans.at(-1)
  if (last?.to === from) last.to = to
  else spans.push({ from, to })
}

/** Unique, since starts are multiples of 60 and there are five levels. */
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

/** Index of the first entry of this slot or a later one. */
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
