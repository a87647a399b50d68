import type { AppendLog, Begun } from '../append-log.ts'
import type { FreshBatches } from '../fresh/fresh-batches.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read, ReadAccount } from '../store.ts'
import { countFresh } from './count-fresh.ts'
import { type CountedRow, countBatches, countRows } from './count-rows.ts'
import { type Cover, type Level, lengths, type Span, spansOf } from './cover.ts'
import { type CubeField, isTag } from './known-fields.ts'
import { halves, inside, piecesOf } from './load-pieces.ts'
import type { RowCondition } from './row-condition.ts'
import { type Entry, merged, slotSize, type Tile, tileOf } from './tile.ts'
import { levels, overlap, type Run, slotOf, Tiles, tileLength, tileStart } from './tiles.ts'
import { ValueIds } from './value-ids.ts'

/** What a cube reads from. */
export interface CubeSource {
  client: SqlClient
  appends: AppendLog
  fresh: FreshBatches
  /** Values, or combinations of them, that are told apart at most. */
  mostValues: number
  /** Rows of a bucket from which it is counted by a SELECT of its own. */
  rowsApart: number
  /** Rows that a span holds at most. */
  estimateRows(from: number, to: number): number
}

/** It has more values in a tile, or in all, than are worth holding: the engine counts as well. */
export class TooWide extends Error {
  override name = 'TooWide' as const
}

/** Its minutes hold more than was thought: ends of ranges are counted from rows from now on. */
export class TooCrowded extends Error {
  override name = 'TooCrowded' as const
}

/** Appends got in between every time that it was loaded: rows are to be counted for now. */
export class Restless extends Error {
  override name = 'Restless' as const
}

/** Rows of one answer when tiles are loaded. */
const mostLoaded = 400_000
/** A tag is loaded so many rows at a time: a few hundredths of a second of this process. */
const entriesOfPiece = 100_000
/** Entries that a tile holds at most when it is counted: 12 MB. */
const mostInAll = 1_000_000
/** Values that a tag is thought to have at least. */
const fewValues = 1_000
/** With more to complete than this, tiles are dropped and counted again when they are wanted. */
const mostBatches = 64
const mostNewRows = 2_000_000
/** A load is tried so often while appends get in between. */
const tries = 5
/** More rows than this are no short read. */
const shortRows = 4_000_000

/**
 * Counts by the values of some fields, in tiles of days, hours, minutes and seconds that are kept in memory and completed with the rows of
 * new batches alone: exact at any time, whatever arrives and however late. What is asked again costs the new data.
 */
export class Cube {
  readonly fields: readonly CubeField[]
  /** Which rows it counts. */
  readonly where: RowCondition
  /** Whether the minutes of an hour turned out to hold too much. */
  isCrowded = false
  readonly #source: CubeSource
  readonly #tiles = new Tiles()
  #ids = new ValueIds()
  /** Its tiles hold the rows of all appends up to this one, and no others. */
  #number: number
  /** One thing at a time happens to it. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(fields: readonly CubeField[], where: RowCondition, source: CubeSource) {
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
   * in the cube's turn. Rejects with TooWide, with TooCrowded, with Restless, with what a read failed with, or with the signal's reason.
   */
  async visit<T>(
    cover: Cover,
    ends: readonly Span[],
    read: Read,
    use: (runs: Iterable<Run>, ids: ValueIds) => T,
  ): Promise<T> {
    const turn = this.#turn.then(async () => {
      read.signal.throwIfAborted()
      await this.#catchUp(read)
      await this.#load(cover, read)
      const counted = await this.#countEnds(ends, read)
      return use([...this.#tiles.walk(cover), ...counted], this.#ids)
    })
    this.#turn = turn.catch(() => {})
    return await turn
  }

  /** What lies in the span is gone. */
  forget(span: Span): void {
    this.#turn = this.#turn.then(() => this.#tiles.discard([span]))
  }

  /** Gives memory back until no more than these bytes are in use; all of it when the values alone take half. */
  shrink(most: number): void {
    this.#turn = this.#turn.then(() => {
      if (this.#ids.bytes <= most / 2) {
        this.#tiles.shrink(most - this.#ids.bytes)
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
    if (fresh.length > mostBatches || rows > mostNewRows) {
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
    if (this.#ids.size > this.#source.mostValues) {
      this.#tiles.clear()
      throw new TooWide()
    }
    this.#number = news.at(-1)?.number ?? this.#number
  }

  /** Counts the rows of batches, which lie within the span: from memory when they have just come in. */
  async #countNew(
    batches: readonly number[],
    span: Span,
    read: Read,
  ): Promise<readonly CountedRow[] | undefined> {
    const { client, fresh } = this.#source
    const bySecond = this.#tiles.startsIn('second', span)
    const inMemory = fresh.of(batches)
    const counted = inMemory && countFresh(this.fields, bySecond, inMemory, span, this.where)
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
    for (let attempt = 0; attempt <= tries; attempt++) {
      const missing = this.#tiles.missing(cover)
      if (attempt === 0 && read.account !== undefined) this.#tell(read.account, cover, missing)
      const wanted = levels.filter(level => missing[level].length > 0)
      if (wanted.length === 0) return
      if (attempt === tries) throw new Restless()
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
    const slots = tileLength(level) / lengths[level]
    for (let first = 0; first < starts.length; ) {
      let entries = 0
      let end = first
      do {
        const start = starts[end] ?? 0
        const rows = this.#source.estimateRows(start, start + tileLength(level))
        entries += Math.min(rows, Math.max(this.values, fewValues) * slots)
        end++
      } while (end < starts.length && entries < entriesOfPiece && this.values > 0)
      await this.#loadLevel(level, starts.slice(first, end), read)
      first = end
    }
  }

  /** Counts ends of a range, of which nothing is kept. */
  async #countEnds(ends: readonly Span[], read: Read): Promise<Run[]> {
    if (ends.length === 0) return []
    const choice = { quiet: ends, busy: [], highest: 0, without: [], where: this.where.sql, paysApart: false }
    const rows = await countRows(this.#source.client, this.fields, lengths.hour, choice, mostLoaded, read)
    if (rows === undefined) throw new TooWide()
    const byHour = Map.groupBy(rows, ({ bucket }) => bucket)
    const runs = ends.map(({ from }) => {
      const counted = byHour.get(tileStart(from, 'hour')) ?? []
      const tile = tileOf(counted.map(row => ({ ...row, key: this.#ids.idOf(row.values) })))
      return { tile, first: 0, end: tile.keys.length, second: from, length: lengths.hour }
    })
    if (this.#ids.size > this.#source.mostValues) throw new TooWide()
    return runs
  }

  #tell(account: ReadAccount, cover: Cover, missing: Record<Level, readonly number[]>): void {
    const counted = levels.reduce((sum, level) => sum + missing[level].length, 0)
    account.tilesCounted += counted
    account.tilesKept += this.#tiles.sizeOf(cover) - counted
  }

  async #loadLevel(level: Level, starts: readonly number[], read: Read): Promise<void> {
    const { appends, client, estimateRows, mostValues, rowsApart } = this.#source
    const length = tileLength(level)
    const { begun, highest } = appends
    // What came after the last completion is added by the next one.
    const without: Begun[] = [...(appends.since(this.#number) ?? []), ...appends.underway()]
    const busyAt = [...without.map(({ span }) => span), ...appends.lately()]
    const isBusy = (start: number) => busyAt.some(span => overlap(span, { from: start, to: start + length }))
    const quiet = spansOf(
      starts.filter(start => !isBusy(start)),
      length,
    )
    const busy = spansOf(starts.filter(isBusy), length)
    const rows = [...quiet, ...busy].reduce((sum, { from, to }) => sum + estimateRows(from, to), 0)
    const paysApart = rows >= ((starts.length * length) / lengths[level]) * rowsApart
    const choice = { highest, without, where: this.where.sql, paysApart }
    const tiles = new Map<number, Tile>()
    const waiting = this.fields.some(isTag)
      ? piecesOf(level, starts, rows, entriesOfPiece)
      : [{ from: starts[0] ?? 0, to: (starts.at(-1) ?? 0) + length }]
    const limit = Math.min(mostLoaded, (mostValues * starts.length * length) / lengths[level])
    for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift()) {
      const counted = await countRows(
        client,
        this.fields,
        lengths[level],
        { ...choice, quiet: quiet.flatMap(inside(piece)), busy: busy.flatMap(inside(piece)) },
        limit,
        { ...read, lane: rows > shortRows ? 'long' : read.lane },
      )
      if (counted === undefined) {
        const both = halves(level, piece)
        if (both.length === 0) throw this.#tooMuch(level)
        waiting.unshift(...both)
        continue
      }
      const entries = new Map<number, Entry[]>()
      for (const start of starts) if (start < piece.to && piece.from < start + length) entries.set(start, [])
      for (const { bucket, values, count, firsts, last } of counted) {
        const key = slotOf(bucket, level) * slotSize + this.#ids.idOf(values)
        entries.get(tileStart(bucket, level))?.push({ key, count, firsts, last })
      }
      if (this.#ids.size > mostValues) throw new TooWide()
      for (const [start, found] of entries) {
        const before = tiles.get(start)
        const tile = before === undefined ? tileOf(found) : merged(before, tileOf(found))
        if (tile.keys.length > mostInAll) throw this.#tooMuch(level)
        tiles.set(start, tile)
      }
    }
    const since = appends.begunSince(begun)
    if (since === undefined) return
    for (const [start, tile] of tiles) {
      const span = { from: start, to: start + length }
      // Rows of an append that began meanwhile may have been seen, unless they were left out by their number.
      const doubtful = since.some(
        other => overlap(other.span, span) && (!isBusy(start) || other.sequence <= highest),
      )
      if (!doubtful) this.#tiles.keep(level, start, tile)
    }
  }

  #tooMuch(level: Level): TooWide | TooCrowded {
    if (level !== 'minute') return new TooWide()
    this.isCrowded = true
    return new TooCrowded()
  }
}
