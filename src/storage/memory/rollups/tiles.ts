import { overlaps, type Span } from '../../contract/time-span.ts'
import { type Level, levelSeconds, levels } from './cover.ts'
import { mergeTiles, slotSize, type Tile, type TileEntry, tileBytes, tileOf } from './tile.ts'

/** Consecutive entries of a tile: all of them, or the entries of some slots. */
export interface TileSlice {
  tile: Tile
  /** Indexes of entries, `end` exclusive. */
  first: number
  end: number
  /** The tile's first second, at which slot 0 begins. */
  tileStart: number
  slotSeconds: number
}

export interface TileKey {
  level: Level
  /** First second of the tile, Unix seconds. */
  start: number
}

/** The tiles that exist for some spans. Both lists of spans are in order of time, with neighbours merged. */
export interface TileCover {
  slices: TileSlice[]
  /** The parts of the spans that the slices count. */
  covered: Span[]
  /** The parts of the spans without tiles. */
  missing: Span[]
}

interface CachedTile extends TileKey {
  tile: Tile
  span: Span
}

/** Seconds of a tile of each level: a tile of minutes covers an hour, a tile of seconds a minute. */
const tileSeconds = {
  day: levelSeconds.day,
  quarterDay: levelSeconds.quarterDay,
  hour: levelSeconds.hour,
  minute: levelSeconds.hour,
  second: levelSeconds.minute,
} as const

/** Maximum tiles of seconds. Each minute, the ends of live ranges leave one tile and move into a new one. */
const maxSecondTiles = 128

/** The existing tiles of a rollup. */
export class Tiles {
  /** By `keyOf`, least recently used first. */
  readonly #tiles = new Map<number, CachedTile>()
  bytes = 0

  has({ level, start }: TileKey): boolean {
    return this.#tiles.has(keyOf(level, start))
  }

  /** Adds a tile, which must not exist yet. */
  insert(level: Level, start: number, tile: Tile): void {
    const span = { from: start, to: start + tileLength(level) }
    this.#tiles.set(keyOf(level, start), { level, start, tile, span })
    this.bytes += tileBytes(tile)
    const seconds = level === 'second' ? this.#filter(tile => tile.level === 'second') : []
    if (seconds.length > maxSecondTiles) this.#drop(seconds.slice(0, 1))
  }

  /** Inserts the tiles of another instance, except tiles that exist already. */
  adopt(others: Tiles): void {
    for (const { level, start, tile } of others.#tiles.values())
      if (!this.has({ level, start })) this.insert(level, start, tile)
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
  overlaps(span: Span): boolean {
    for (const tile of this.#tiles.values()) if (overlaps(tile.span, span)) return true
    return false
  }

  /** Starts of the tiles of a level that overlap a span. */
  startsIn(level: Level, span: Span): number[] {
    return this.#filter(tile => tile.level === level && overlaps(tile.span, span)).map(({ start }) => start)
  }

  /** Drops the tiles that overlap one of these spans. */
  discard(spans: readonly Span[]): void {
    if (spans.length > 0) this.#drop(this.#filter(tile => spans.some(span => overlaps(tile.span, span))))
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
    if (!this.has({ level: 'day', start: day })) this.insert('day', day, hours.reduce(mergeTiles))
  }

  /** Covers spans with existing tiles, always with the longest that fits, but no longer than `coarsest`. */
  cover(spans: readonly Span[], coarsest: Level): TileCover {
    const cover: TileCover = { slices: [], covered: [], missing: [] }
    const allowed = levels.slice(levels.indexOf(coarsest))
    const seconds = this.#filter(({ level }) => level === 'second')
    const hoursWithSeconds = new Set(seconds.map(({ start }) => tileStart(start, 'hour')))
    for (const { from, to } of spans) {
      for (let at = from; at < to; ) {
        const found = this.#sliceAt(at, to, allowed)
        if (found !== undefined) cover.slices.push(found.slice)
        // Where the next slice may begin: at the next minute if `at` is within a minute, or if the hour has
        // tiles of seconds. Otherwise at the next hour, since a tile of this hour's minutes would have been
        // found.
        const hour = tileStart(at, 'hour')
        const isByMinute = at % levelSeconds.minute !== 0 || hoursWithSeconds.has(hour)
        const next = isByMinute ? tileStart(at, 'second') + levelSeconds.minute : hour + levelSeconds.hour
        const end = found?.to ?? Math.min(to, next)
        addSpan(found === undefined ? cover.missing : cover.covered, { from: at, to: end })
        at = end
      }
    }
    return cover
  }

  /**
   * A slice of the longest tile with a slot that begins at `from`, and the second where the slice ends: the
   * end of the tile, or of the last whole slot before `to`.
   */
  #sliceAt(
    from: number,
    to: number,
    allowed: readonly Level[],
  ): { slice: TileSlice; to: number } | undefined {
    for (const level of allowed) {
      const slotSeconds = levelSeconds[level]
      if (from % slotSeconds !== 0) continue
      const start = tileStart(from, level)
      const sliceEnd = Math.min(start + tileLength(level), Math.floor(to / slotSeconds) * slotSeconds)
      const tile = sliceEnd > from ? this.#use(level, start) : undefined
      if (tile === undefined) continue
      const first = firstEntryOf(tile, (from - start) / slotSeconds)
      const end = firstEntryOf(tile, (sliceEnd - start) / slotSeconds)
      return { slice: { tile, first, end, tileStart: start, slotSeconds }, to: sliceEnd }
    }
    return undefined
  }

  #filter(isWanted: (tile: CachedTile) => boolean): CachedTile[] {
    return [...this.#tiles.values()].filter(isWanted)
  }

  /** Returns a tile, if it exists, and makes it the most recently used one. */
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

/** Adds a span at the end of a list, merged with the last one if that ends where it begins. */
function addSpan(spans: Span[], { from, to }: Span): void {
  const last = spans.at(-1)
  if (last?.to === from) last.to = to
  else spans.push({ from, to })
}

/** A key of a tile. Unique, since starts are multiples of 60 and there are only five levels. */
function keyOf(level: Level, start: number): number {
  return start + levels.indexOf(level)
}

/** Seconds of a tile of this level, which may have several slots. */
export function tileLength(level: Level): number {
  return tileSeconds[level]
}

/** First second of the tile of a level that contains this second. */
export function tileStart(second: number, level: Level): number {
  const length = tileLength(level)
  return Math.floor(second / length) * length
}

/** The slot of a second in its tile of this level. */
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
