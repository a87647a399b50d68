import { Mutex } from '../mutex.ts'
import type { Read, ReadAccount } from '../store.ts'
import { countRecentRows } from './count-recent-rows.ts'
import { type CountedRow, countBatches, countRows } from './count-rows.ts'
import { countTiles } from './count-tiles.ts'
import { type Cover, type Level, levelSeconds, type Span, spansOf } from './cover.ts'
import { ContendedError, hasTooManyValues, TooDenseError, TooManyValuesError } from './rollup-errors.ts'
import { isTag, type RollupField } from './rollup-fields.ts'
import type { RollupSource } from './rollup-source.ts'
import type { RowCondition } from './row-condition.ts'
import { type Entry, slotSize, tileOf } from './tile.ts'
import { levels, slotOf, type TileSlice, Tiles, tileLength, tileStart } from './tiles.ts'
import { ValueIds } from './value-ids.ts'

/** Values that a tag is thought to have at least. */
const minTagValues = 1_000
/** With more to complete than this, tiles are dropped and counted again when they are wanted. */
const maxBatches = 64
const maxNewRows = 2_000_000
/** A load is tried so often while appends get in between. */
const maxAttempts = 5

/**
 * Counts by the values of some fields, in tiles of days, hours, minutes and seconds that are kept in memory and completed with the rows of
 * new batches alone: exact at any time, whatever arrives and however late. What is asked again costs the new data.
 */
export class Rollup {
  readonly fields: readonly RollupField[]
  /** Which rows it counts. */
  readonly where: RowCondition
  /** Whether the minutes of an hour turned out to hold too much. */
  isDense = false
  readonly #source: RollupSource
  readonly #tiles = new Tiles()
  #ids = new ValueIds()
  /** Its tiles hold the rows of all appends up to this one, and no others. */
  #number: number
  /** Serialises operations on the cube. */
  readonly #mutex = new Mutex()

  constructor(fields: readonly RollupField[], where: RowCondition, source: RollupSource) {
    this.fields = fields
    this.where = where
    this.#source = source
    this.#number = source.appends.current
  }

  get bytes(): number {
    return this.#tiles.bytes + this.#ids.bytes
  }

  /** How many different values it has seen; their numbers are below that. */
  get values(): number {
    return this.#ids.size
  }

  /** Numbers of the values that it has seen so far. */
  get ids(): ValueIds {
    return this.#ids
  }

  /** Rows that would have to be read for this cover, and ends that are counted each time. */
  missingRows(cover: Cover, ends: readonly Span[]): number {
    const missing = this.#tiles.missing(cover)
    const spans = levels.flatMap(level => spansOf(missing[level], tileLength(level)))
    return [...spans, ...ends].reduce((rows, { from, to }) => rows + this.#source.estimateRows(from, to), 0)
  }

  /**
   * Visits all that is counted of the cover, and of ends that are counted from their rows: each lies within an hour. `use` runs at once,
   * in the cube's turn. Rejects with TooManyValuesError, with TooDenseError, with Restless, with what a read failed with, with query_timeout when it waits for
   * its turn too long, or with the signal's reason.
   */
  async visit<T>(
    cover: Cover,
    ends: readonly Span[],
    read: Read,
    use: (runs: Iterable<TileSlice>, ids: ValueIds) => T,
  ): Promise<T> {
    return await this.#mutex.runExclusive(read, async () => {
      await this.#catchUp(read)
      await this.#load(cover, read)
      const counted = await this.#countEnds(ends, read)
      return use([...this.#tiles.walk(cover), ...counted], this.#ids)
    })
  }

  /** What lies in the span is gone. */
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

  /** Completes the tiles with what has been appended. */
  async #catchUp(read: Read): Promise<void> {
    const { appends } = this.#source
    const { current } = appends
    const news = appends.since(this.#number)
    if (news === undefined) {
      this.#tiles.clear()
      this.#number = current
      return
    }
    this.#tiles.discard(news.filter(entry => entry.again).map(({ span }) => span))
    const fresh = news.filter(entry => !entry.again && this.#tiles.touches(entry.span))
    const rows = fresh.reduce((sum, entry) => sum + entry.rows, 0)
    if (fresh.length > maxBatches || rows > maxNewRows) {
      this.#tiles.discard(fresh.map(({ span }) => span))
    } else if (fresh.length > 0) {
      const span = {
        from: Math.min(...fresh.map(entry => entry.span.from)),
        to: Math.max(...fresh.map(entry => entry.span.to)),
      }
      const batches = fresh.map(({ sequence }) => sequence)
      const counted = await this.#countNew(batches, span, read)
      if (counted === undefined) this.#tiles.discard([span])
      else this.#complete(counted)
    }
    if (hasTooManyValues(this.#ids, this.#source)) {
      this.#tiles.clear()
      throw new TooManyValuesError()
    }
    this.#number = news.at(-1)?.number ?? this.#number
  }

  /** Counts the rows of batches, which lie within the span: from memory when they have just come in. */
  async #countNew(
    batches: readonly number[],
    span: Span,
    read: Read,
  ): Promise<readonly CountedRow[] | undefined> {
    const { client, fresh, mostLoaded } = this.#source
    const bySecond = this.#tiles.startsIn('second', span)
    const inMemory = fresh.of(batches)
    const counted = inMemory && countRecentRows(this.fields, bySecond, inMemory, span, this.where)
    if (counted !== undefined) return counted
    return await countBatches(client, this.fields, bySecond, batches, span, this.where.sql, mostLoaded, read)
  }

  /** Adds rows to all tiles that hold these: they are by minutes, and by seconds where there are tiles of seconds. */
  #complete(rows: readonly CountedRow[]): void {
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

  /** Counts the tiles that are missing. */
  async #load(cover: Cover, read: Read): Promise<void> {
    for (let attempt = 0; attempt <= maxAttempts; attempt++) {
      const missing = this.#tiles.missing(cover)
      if (attempt === 0 && read.account !== undefined) this.#tell(read.account, cover, missing)
      const wanted = levels.filter(level => missing[level].length > 0)
      if (wanted.length === 0) return
      if (attempt === maxAttempts) throw new ContendedError()
      if (attempt > 0) await this.#catchUp(read)
      if (this.fields.some(isTag)) {
        for (const level of wanted) await this.#loadInPieces(level, missing[level], read)
      } else await Promise.all(wanted.map(level => this.#loadLevel(level, missing[level], read)))
    }
  }

  /**
   * How many values a tag has turns out while it is counted: so a few tiles at a time, the longest first. Then one of too many values
   * costs little, and no answer holds this process up.
   */
  async #loadInPieces(level: Level, starts: readonly number[], read: Read): Promise<void> {
    const slots = tileLength(level) / levelSeconds[level]
    for (let first = 0; first < starts.length; ) {
      let entries = 0
      let end = first
      do {
        const start = starts[end] ?? 0
        const rows = this.#source.estimateRows(start, start + tileLength(level))
        entries += Math.min(rows, Math.max(this.values, minTagValues) * slots)
        end++
      } while (end < starts.length && entries < this.#source.rowsAtOnce && this.values > 0)
      await this.#loadLevel(level, starts.slice(first, end), read)
      first = end
    }
  }

  /** Counts ends of a range, of which nothing is kept. */
  async #countEnds(ends: readonly Span[], read: Read): Promise<TileSlice[]> {
    if (ends.length === 0) return []
    const choice = { quiet: ends, busy: [], highest: 0, without: [], where: this.where.sql, paysApart: false }
    const { client, mostLoaded } = this.#source
    const rows = await countRows(client, this.fields, levelSeconds.hour, choice, mostLoaded, read)
    if (rows === undefined) throw new TooManyValuesError()
    const byHour = Map.groupBy(rows, ({ bucket }) => bucket)
    const runs = ends.map(({ from }) => {
      const counted = byHour.get(tileStart(from, 'hour')) ?? []
      const tile = tileOf(counted.map(row => ({ ...row, key: this.#ids.idOf(row.values) })))
      return { tile, first: 0, end: tile.keys.length, second: from, length: levelSeconds.hour }
    })
    if (hasTooManyValues(this.#ids, this.#source)) throw new TooManyValuesError()
    return runs
  }

  #tell(account: ReadAccount, cover: Cover, missing: Record<Level, readonly number[]>): void {
    const counted = levels.reduce((sum, level) => sum + missing[level].length, 0)
    account.tilesCounted += counted
    account.tilesKept += this.#tiles.sizeOf(cover) - counted
  }

  async #loadLevel(level: Level, starts: readonly number[], read: Read): Promise<void> {
    try {
      const what = { fields: this.fields, where: this.where.sql, ids: this.#ids }
      const tiles = await countTiles(this.#source, what, level, starts, this.#number, read)
      for (const [start, tile] of tiles) this.#tiles.keep(level, start, tile)
    } catch (error) {
      if (error instanceof TooDenseError) this.isDense = true
      throw error
    }
  }
}
