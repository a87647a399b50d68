import type { CompletedAppend } from '../append-log.ts'
import { BatchCut } from '../batch-cut.ts'
import type { Read } from '../store.ts'
import { hullOf, overlaps, type Span, unionOf } from '../time-span.ts'
import { countRecentRows } from './count-recent-rows.ts'
import { type CountedRow, countBatches } from './count-rows.ts'
import { countTiles } from './count-tiles.ts'
import { type Level, levels } from './cover.ts'
import { hasTooManyValues, TooManyValuesError } from './rollup-errors.ts'
import type { RollupField } from './rollup-fields.ts'
import type { RollupSource } from './rollup-source.ts'
import type { RowCondition } from './row-condition.ts'
import { type Entry, slotSize } from './tile.ts'
import { slotOf, type TileCover, type TileKey, Tiles, tileStart } from './tiles.ts'
import { ValueIds } from './value-ids.ts'

/** With more appends that memory does not have, their tiles are dropped. */
const maxLateBatches = 64
const maxLateRows = 2_000_000

/** What a rollup has of some spans now. */
export interface Peeked extends TileCover {
  /** Appends whose rows the tiles of these spans lack. */
  late: readonly CompletedAppend[]
}

/**
 * Counts by the values of some fields, in tiles of days, hours, minutes and seconds that are kept in memory, current by new batches. Reads
 * take what is there and never wait; the builder alone makes tiles.
 */
export class Rollup {
  readonly fields: readonly RollupField[]
  readonly where: RowCondition
  readonly #source: RollupSource
  readonly #tiles = new Tiles()
  #ids = new ValueIds()
  /** The tiles have the rows of exactly the appends up to this number. */
  #number: number
  /** How often tiles were dropped because their rows changed. */
  #drops = 0

  constructor(fields: readonly RollupField[], where: RowCondition, source: RollupSource) {
    this.fields = fields
    this.where = where
    this.#source = source
    this.#number = source.appends.current
  }

  get bytes(): number {
    return this.#tiles.bytes + this.#ids.bytes
  }

  /** Values so far. */
  get ids(): ValueIds {
    return this.#ids
  }

  has(tile: TileKey): boolean {
    return this.#tiles.has(tile)
  }

  /** What is in memory of some spans, in parts no longer than `coarsest`. Throws a TooManyValuesError. */
  peek(spans: readonly Span[], coarsest: Level): Peeked {
    const late = this.#follow()
    const cover = this.#tiles.cover(spans, coarsest)
    return { ...cover, late: late.filter(({ span }) => cover.held.some(held => overlaps(held, span))) }
  }

  /**
   * Makes tiles of a level that begin with `starts` (ascending). Not to be called again before it ends. Rejects with a TooManyValuesError, a
   * TooDenseError, or as a read does.
   */
  async build(level: Level, starts: readonly number[], read: Read): Promise<void> {
    await this.catchUp(read)
    const what = { fields: this.fields, where: this.where.sql, ids: this.#ids }
    const [number, drops] = [this.#number, this.#drops]
    const cut = new BatchCut(this.#source.appends, number)
    const tiles = await countTiles(this.#source, what, level, starts, cut, read)
    if (drops !== this.#drops || what.ids !== this.#ids) return
    const since = this.#source.appends.since(number)?.filter(append => append.number <= this.#number)
    if (since === undefined) return
    const others = since.filter(({ span }) => tiles.touches(span))
    const counted = others.length > 0 ? this.#inMemory(others, tiles) : []
    if (counted === undefined) tiles.discard(others.map(({ span }) => span))
    else this.#addCounts(counted, tiles)
    this.#tiles.adopt(tiles)
    if (level === 'hour') for (const start of starts) this.#tiles.joinHours(tileStart(start, 'day'))
  }

  /** Adds the appends that memory does not have. */
  async catchUp(read: Read): Promise<void> {
    const { client, maxLoadedRows } = this.#source
    for (let late = this.#follow(); late.length > 0; late = this.#follow()) {
      const number = this.#number
      const span = hullOf(late.map(append => append.span))
      const batches = late.map(({ sequence }) => sequence)
      const bySecond = this.#tiles.startsIn('second', span)
      const { sql } = this.where
      const counted = await countBatches(
        client,
        this.fields,
        bySecond,
        batches,
        span,
        sql,
        maxLoadedRows,
        read,
      )
      // Tiles of seconds may have gone meanwhile, with all others there.
      if (this.#number !== number) continue
      if (counted === undefined) this.#discard([span])
      else this.#addCounts(counted, this.#tiles)
      this.#number = late.at(-1)?.number ?? number
      this.#checkValues()
    }
  }

  /** Drops what lies in the span: its rows are gone. */
  invalidate(span: Span): void {
    this.#discard([span])
  }

  /** Gives memory back until no more than these bytes are in use; all of it when the values alone take half. */
  shrink(maxBytes: number): void {
    if (this.#ids.bytes <= maxBytes / 2) {
      this.#tiles.shrink(maxBytes - this.#ids.bytes)
      return
    }
    this.#tiles.clear()
    this.#ids = new ValueIds()
  }

  /** Adds new appends from memory. Returns those that are not there. */
  #follow(): readonly CompletedAppend[] {
    const { current } = this.#source.appends
    const news = this.#source.appends.since(this.#number)
    if (news === undefined) {
      this.#tiles.clear()
      this.#drops++
      this.#number = current
      return []
    }
    const isLost = news.length > maxLateBatches || news.reduce((sum, { rows }) => sum + rows, 0) > maxLateRows
    this.#discard(unionOf(news.filter(({ replayed }) => replayed || isLost).map(({ span }) => span)))
    const added = isLost ? [] : news.filter(({ replayed, span }) => !replayed && this.#tiles.touches(span))
    if (added.length > 0) {
      const counted = this.#inMemory(added, this.#tiles)
      if (counted === undefined) return added
      this.#addCounts(counted, this.#tiles)
    }
    this.#number = current
    this.#checkValues()
    return []
  }

  #discard(spans: readonly Span[]): void {
    if (spans.length === 0) return
    this.#tiles.discard(spans)
    this.#drops++
  }

  #checkValues(): void {
    if (!hasTooManyValues(this.#ids, this.#source)) return
    this.#tiles.clear()
    throw new TooManyValuesError()
  }

  /** The counts of appends that have just come in, for these tiles. */
  #inMemory(appends: readonly CompletedAppend[], tiles: Tiles): CountedRow[] | undefined {
    const inMemory = this.#source.recentBatches.get(appends.map(({ sequence }) => sequence))
    const span = hullOf(appends.map(append => append.span))
    const bySecond = tiles.startsIn('second', span)
    return inMemory && countRecentRows(this.fields, bySecond, inMemory, span, this.where)
  }

  /** Adds counts by minutes, and by seconds where there are tiles of seconds. */
  #addCounts(rows: readonly CountedRow[], tiles: Tiles): void {
    const keyed = rows.map(row => ({ ...row, id: this.#ids.idOf(row.values) }))
    for (const level of levels) {
      const byTile = Map.groupBy(keyed, ({ bucket }) => tileStart(bucket, level))
      for (const [start, some] of byTile) {
        if (!tiles.has({ level, start })) continue
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
        tiles.add(level, start, [...entries.values()])
      }
    }
  }
}
