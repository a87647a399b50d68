import { type Cover, type Level, lengths, type Span, startsIn } from './cover.ts'
import { type Entry, merged, slotSize, type Tile, tileBytes, tileOf } from './tile.ts'

/** Told of each counted value: the second that its bucket starts with, the number of the values, what there is of them. */
export type Visit = (second: number, id: number, count: number, firsts: number, last: number) => void

interface Kept {
  tile: Tile
  span: Span
  usedAt: number
}

/** From the longest to the shortest; minutes are kept by the hour, as slots of one tile. */
export const levels = ['day', 'hour', 'minute'] as const

/** The tiles of a cube, by level and start. */
export class Tiles {
  readonly #kept = new Map<string, Kept>()
  #uses = 0
  bytes = 0

  has(level: Level, start: number): boolean {
    return this.#kept.has(keyOf(level, start))
  }

  keep(level: Level, start: number, tile: Tile): void {
    const span = { from: start, to: start + tileLength(level) }
    this.#kept.set(keyOf(level, start), { tile, span, usedAt: this.#uses })
    this.bytes += tileBytes(tile)
  }

  /** Counts more in; of a tile that is there. */
  add(level: Level, start: number, entries: Entry[]): void {
    const kept = this.#kept.get(keyOf(level, start))
    if (kept === undefined) throw new Error('counts for a tile that is not kept')
    this.bytes -= tileBytes(kept.tile)
    kept.tile = merged(kept.tile, tileOf(entries))
    this.bytes += tileBytes(kept.tile)
  }

  /** How many tiles a cover has. */
  sizeOf(cover: Cover): number {
    return levels.reduce((sum, level) => sum + new Set(startsIn(cover[level], tileLength(level))).size, 0)
  }

  /** The starts of the tiles of a cover that are not there. */
  missing(cover: Cover): Record<Level, number[]> {
    const absent = (level: Level) => {
      const starts = new Set(startsIn(cover[level], tileLength(level)))
      return [...starts].filter(start => !this.has(level, start))
    }
    return { day: absent('day'), hour: absent('hour'), minute: absent('minute') }
  }

  /** Whether any tile lies in the span. */
  touches(span: Span): boolean {
    for (const kept of this.#kept.values()) if (overlap(kept.span, span)) return true
    return false
  }

  /** Drops the tiles that lie in any of the spans. */
  discard(spans: readonly Span[]): void {
    for (const [key, kept] of this.#kept)
      if (spans.some(span => overlap(kept.span, span))) this.#drop(key, kept)
  }

  clear(): void {
    this.#kept.clear()
    this.bytes = 0
  }

  /** Drops what was used least lately until no more than these bytes are left. */
  shrink(most: number): void {
    const byUse = [...this.#kept].sort(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [key, kept] of byUse) {
      if (this.bytes <= most) return
      this.#drop(key, kept)
    }
  }

  /** Visits all of a cover but its rest; every tile of it is there. */
  walk(cover: Cover, visit: Visit): void {
    this.#uses++
    for (const level of ['day', 'hour'] as const) {
      for (const start of startsIn(cover[level], lengths[level])) {
        const tile = this.#use(level, start)
        walkTile(tile, 0, tile.keys.length, () => start, visit)
      }
    }
    for (const span of cover.minute) {
      for (const hour of startsIn([span], lengths.hour)) {
        const tile = this.#use('minute', hour)
        const first = placeOf(tile, Math.max(0, (span.from - hour) / lengths.minute))
        const end = placeOf(tile, Math.min(60, (span.to - hour) / lengths.minute))
        walkTile(tile, first, end, slot => hour + slot * lengths.minute, visit)
      }
    }
  }

  #use(level: Level, start: number): Tile {
    const kept = this.#kept.get(keyOf(level, start))
    if (kept === undefined) throw new Error('a tile of the cover was not loaded')
    kept.usedAt = this.#uses
    return kept.tile
  }

  #drop(key: string, kept: Kept): void {
    this.#kept.delete(key)
    this.bytes -= tileBytes(kept.tile)
  }
}

/** Seconds that a tile holds. */
export function tileLength(level: Level): number {
  return level === 'day' ? lengths.day : lengths.hour
}

/** The start of the tile that holds a second. */
export function tileStart(second: number, level: Level): number {
  const length = tileLength(level)
  return Math.floor(second / length) * length
}

export function overlap(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to
}

function keyOf(level: Level, start: number): string {
  return `${level} ${start}`
}

/** Index of the first entry of a slot or a later one. */
function placeOf({ keys }: Tile, slot: number): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] ?? 0) < slot * slotSize) low = middle + 1
    else high = middle
  }
  return low
}

function walkTile(
  { keys, counts, firsts, last }: Tile,
  first: number,
  end: number,
  secondOf: (slot: number) => number,
  visit: Visit,
): void {
  for (let i = first; i < end; i++) {
    const key = keys[i] ?? 0
    const slot = Math.floor(key / slotSize)
    visit(secondOf(slot), key - slot * slotSize, counts[i] ?? 0, firsts[i] ?? 0, last[i] ?? 0)
  }
}
