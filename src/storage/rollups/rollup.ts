import { AppendFollower } from '../append-follower.ts'
import type { CompletedAppend } from '../append-log.ts'
import { Mutex } from '../mutex.ts'
import type { Read } from '../store.ts'
import { hullOf, type Span, spansOf } from '../time-span.ts'
import { countRecentRows } from './count-recent-rows.ts'
import { type CountedRow, countBatches, countRows } from './count-rows.ts'
import { countTiles } from './count-tiles.ts'
import { type Cover, type Level, levelSeconds, levels } from './cover.ts'
import { hasTooManyValues, TooDenseError, TooManyValuesError } from './rollup-errors.ts'
import { isTag, type RollupField } from './rollup-fields.ts'
import type { RollupSource } from './rollup-source.ts'
import type { RowCondition } from './row-condition.ts'
import { type Entry, slotSize, tileOf } from './tile.ts'
import { slotOf, type TileKey, type TileSlice, Tiles, tileLength, tileStart } from './tiles.ts'
import { ValueIds } from './value-ids.ts'

/** Values that a tag is assumed to have at least. */
const minTagValues = 1_000
const followerBounds = {
  maxBatches: 64,
  maxRows: 2_000_000,
  rowsPerStatement: Number.POSITIVE_INFINITY,
  maxLoads: 5,
}

/** Counts by the values of some fields, in tiles of days, hours, minutes and seconds that are kept in memory, current by new batches. */
export class Rollup {
  readonly fields: readonly RollupField[]
  readonly where: RowCondition
  /** Whether the minutes of an hour turned out to hold too many counts. */
  isDense = false
  readonly #source: RollupSource
  readonly #tiles = new Tiles()
  readonly #follower: AppendFollower
  #ids = new ValueIds()
  readonly #mutex = new Mutex()

  constructor(fields: readonly RollupField[], where: RowCondition, source: RollupSource) {
    this.fields = fields
    this.where = where
    this.#source = source
    const parts = {
      clear: () => this.#tiles.clear(),
      discard: (spans: readonly Span[]) => this.#tiles.discard(spans),
      holds: (span: Span) => this.#tiles.touches(span),
      add: (appends: readonly CompletedAppend[], read: Read) => this.#add(appends, read),
    }
    this.#follower = new AppendFollower(source.appends, parts, followerBounds)
  }

  get bytes(): number {
    return this.#tiles.bytes + this.#ids.bytes
  }

  /** Values so far. */
  get ids(): ValueIds {
    return this.#ids
  }

  /** Rows that would have to be read for this cover, and for ends that are counted each time. */
  missingRows(cover: Cover, ends: readonly Span[]): number {
    const byLevel = Map.groupBy(this.#tiles.missing(cover), ({ level }) => level)
    const spans = [...byLevel].flatMap(([level, tiles]) => {
      return spansOf(
        tiles.map(({ start }) => start),
        tileLength(level),
      )
    })
    return [...spans, ...ends].reduce((rows, { from, to }) => rows + this.#source.estimateRows(from, to), 0)
  }

  /**
   * Visits all that is counted of the cover, and of ends that are counted from their rows: each lies within an hour. `use` must not
   * wait. Rejects with a TooManyValuesError, a TooDenseError, a ContendedError, as a read does, with query_timeout when it waits for its
   * turn too long, or with the signal's reason.
   */
  async visit<T>(
    cover: Cover,
    ends: readonly Span[],
    read: Read,
    use: (slices: Iterable<TileSlice>, ids: ValueIds) => T,
  ): Promise<T> {
    return await this.#mutex.runExclusive(read, async () => {
      await this.#follower.catchUp(read)
      const missing = () => ({ all: this.#tiles.sizeOf(cover), missing: this.#tiles.missing(cover) })
      await this.#follower.load(missing, read, tiles => this.#load(tiles, read))
      const counted = await this.#countEnds(ends, read)
      return use([...this.#tiles.walk(cover), ...counted], this.#ids)
    })
  }

  /** Drops what lies in the span: its rows are gone. */
  invalidate(span: Span): void {
    this.#mutex.afterwards(() => this.#tiles.discard([span]))
  }

  /** Gives memory back until no more than these bytes are in use; all of it when the values alone take half. */
  shrink(maxBytes: number): void {
    this.#mutex.afterwards(() => {
      if (this.#ids.bytes <= maxBytes / 2) {
        this.#tiles.shrink(maxBytes - this.#ids.bytes)
        return
      }
      this.#tiles.clear()
      this.#ids = new ValueIds()
    })
  }

  /** Counts the rows of appends: from memory when they have just come in. */
  async #add(appends: readonly CompletedAppend[], read: Read): Promise<void> {
    const { client, recentBatches, maxLoadedRows } = this.#source
    const span = hullOf(appends.map(append => append.span))
    const batches = appends.map(({ sequence }) => sequence)
    const bySecond = this.#tiles.startsIn('second', span)
    const inMemory = recentBatches.get(batches)
    const counted =
      (inMemory && countRecentRows(this.fields, bySecond, inMemory, span, this.where)) ??
      (await countBatches(client, this.fields, bySecond, batches, span, this.where.sql, maxLoadedRows, read))
    if (counted === undefined) this.#tiles.discard([span])
    else this.#addCounts(counted)
    if (hasTooManyValues(this.#ids, this.#source)) {
      this.#tiles.clear()
      throw new TooManyValuesError()
    }
  }

  /** Adds counts by minutes, and by seconds where there are tiles of seconds. */
  #addCounts(rows: readonly CountedRow[]): void {
    const keyed = rows.map(row => ({ ...row, id: this.#ids.idOf(row.values) }))
    for (const level of levels) {
      const byTile = Map.groupBy(keyed, ({ bucket }) => tileStart(bucket, level))
      for (const [start, some] of byTile) {
        if (!this.#tiles.has(level, start)) continue
        const entries = new Map<number, Entry>()
        for (const { bucket, id, count, firsts, last } of some) {
          const key = slotOf(bucket, level) * slotSize + id
          const entry = entries.get(key)
          entries.set(key, {
            key,
            count: count + (entry?.count ?? 0),
            firsts: firsts + (entry?.firsts ?? 0),
            last: Math.max(last, entry?.last ?? 0),
          })
        }
        this.#tiles.add(level, start, [...entries.values()])
      }
    }
  }

  async #load(missing: readonly TileKey[], read: Read): Promise<void> {
    const byLevel = [...Map.groupBy(missing, ({ level }) => level)]
    const wanted = byLevel.map(([level, tiles]) => ({ level, starts: tiles.map(({ start }) => start) }))
    if (this.fields.some(isTag)) {
      for (const { level, starts } of wanted) await this.#loadInChunks(level, starts, read)
    } else await Promise.all(wanted.map(({ level, starts }) => this.#loadLevel(level, starts, read)))
  }

  /**
   * Loads a few tiles at a time: how many values a tag has turns out while it is counted. Then a tag of too many values costs little,
   * and no answer holds this process up.
   */
  async #loadInChunks(level: Level, starts: readonly number[], read: Read): Promise<void> {
    const slots = tileLength(level) / levelSeconds[level]
    for (let first = 0; first < starts.length; ) {
      let entries = 0
      let end = first
      do {
        const start = starts[end] ?? 0
        const rows = this.#source.estimateRows(start, start + tileLength(level))
        entries += Math.min(rows, Math.max(this.#ids.size, minTagValues) * slots)
        end++
      } while (end < starts.length && entries < this.#source.rowsPerStatement && this.#ids.size > 0)
      await this.#loadLevel(level, starts.slice(first, end), read)
      first = end
    }
  }

  async #loadLevel(level: Level, starts: readonly number[], read: Read): Promise<void> {
    try {
      const what = { fields: this.fields, where: this.where.sql, ids: this.#ids }
      const tiles = await countTiles(this.#source, what, level, starts, this.#follower.cut(), read)
      for (const [start, tile] of tiles) this.#tiles.keep(level, start, tile)
    } catch (error) {
      if (error instanceof TooDenseError) this.isDense = true
      throw error
    }
  }

  /** Counts ends of a range, of which nothing is kept. */
  async #countEnds(ends: readonly Span[], read: Read): Promise<TileSlice[]> {
    if (ends.length === 0) return []
    const selection = { settled: ends, where: this.where.sql, shouldSplit: false }
    const { client, maxLoadedRows } = this.#source
    const rows = await countRows(client, this.fields, levelSeconds.hour, selection, maxLoadedRows, read)
    if (rows === undefined) throw new TooManyValuesError()
    const byHour = Map.groupBy(rows, ({ bucket }) => bucket)
    const slices = ends.map(({ from }) => {
      const counted = byHour.get(tileStart(from, 'hour')) ?? []
      const tile = tileOf(counted.map(row => ({ ...row, key: this.#ids.idOf(row.values) })))
      return { tile, first: 0, end: tile.keys.length, second: from, length: levelSeconds.hour }
    })
    if (hasTooManyValues(this.#ids, this.#source)) throw new TooManyValuesError()
    return slices
  }
}
