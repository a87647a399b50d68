import type { SqlClient } from '../sql-client.ts'
import type { Field, Read, Value } from '../store.ts'
import { type AppendLog, type Begun, overlap } from './append-log.ts'
import { type CountedRow, countBatches, countRows } from './count-rows.ts'
import { type Cover, type Level, lengths, type Span, spansOf, startsIn } from './cover.ts'
import { type Entry, merged, slotSize, type Tile, tileBytes, tileOf } from './tile.ts'
import { ValueIds } from './value-ids.ts'

/** What a cube reads from. */
export interface CubeSource {
  client: SqlClient
  appends: AppendLog
  /** Rows that a span holds at most. */
  estimateRows(from: number, to: number): number
}

/** It has more values in a tile, or in all, than are worth holding: the engine counts as well. */
export class TooWide extends Error {
  override name = 'TooWide' as const
}

/** Told of each counted value: the second that its bucket starts with, the number of the values, what there is of them. */
export type Visit = (second: number, id: number, count: number, firsts: number, last: number) => void

interface Kept {
  tile: Tile
  level: Level
  span: Span
  usedAt: number
}

const mostValues = 100_000
/** Rows of one answer when tiles are loaded. */
const mostLoaded = 400_000
/** With more to complete than this, tiles are dropped and counted again when they are wanted. */
const mostBatches = 64
const mostNewRows = 2_000_000
/** A load is tried so often while appends get in between. */
const tries = 5
/** More rows than this are no short read. */
const shortRows = 4_000_000

/**
 * Counts by the values of some fields, in tiles of days, hours and minutes that are kept in memory and completed with the rows of
 * new batches alone: exact at any time, whatever arrives and however late. What is asked again costs the new data.
 */
export class Cube {
  readonly fields: readonly Field[]
  readonly #source: CubeSource
  readonly #tiles = new Map<string, Kept>()
  #ids = new ValueIds()
  /** Its tiles hold the rows of all appends up to this one, and no others. */
  #number: number
  #bytes = 0
  #uses = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(fields: readonly Field[], source: CubeSource) {
    this.fields = fields
    this.#source = source
    this.#number = source.appends.current
  }

  get bytes(): number {
    return this.#bytes + this.#ids.bytes
  }

  /** How many different values it has seen; their numbers are below that. */
  get values(): number {
    return this.#ids.size
  }

  valuesOf(id: number): readonly Value[] {
    return this.#ids.valuesOf(id)
  }

  /** Rows that would have to be read for this cover. */
  missingRows(cover: Cover): number {
    const missing = this.#missing(cover)
    const spans = levels.flatMap(level => spansOf(missing[level], tileLength(level)))
    return spans.reduce((rows, { from, to }) => rows + this.#source.estimateRows(from, to), 0)
  }

  /**
   * Visits all that is counted of the cover but its rest. Nothing else happens to the cube while `use` runs. Rejects with TooWide,
   * with what a read failed with, or with the signal's reason.
   */
  async visit<T>(cover: Cover, read: Read, use: (walk: (visit: Visit) => void) => T): Promise<T> {
    const turn = this.#turn.then(async () => {
      read.signal.throwIfAborted()
      await this.#catchUp(read)
      await this.#load(cover, read)
      return use(visit => this.#walk(cover, visit))
    })
    this.#turn = turn.catch(() => {})
    return await turn
  }

  /** What lies in the span is gone. */
  forget(span: Span): void {
    this.#turn = this.#turn.then(() => this.#discard(kept => overlap(kept.span, span)))
  }

  /** Drops the tiles that were used least lately until no more than these bytes are left; all of them when values take more. */
  shrink(most: number): void {
    this.#turn = this.#turn.then(() => {
      if (this.#ids.bytes > most / 2) {
        this.#discard(() => true)
        this.#ids = new ValueIds()
        return
      }
      const byUse = [...this.#tiles].sort(([, a], [, b]) => a.usedAt - b.usedAt)
      for (const [key, kept] of byUse) {
        if (this.bytes <= most) return
        this.#drop(key, kept)
      }
    })
  }

  #walk(cover: Cover, visit: Visit): void {
    this.#uses++
    for (const level of ['day', 'hour'] as const) {
      for (const start of startsIn(cover[level], lengths[level])) {
        const kept = this.#tiles.get(keyOf(level, start))
        if (kept === undefined) throw new Error('a tile of the cover was not loaded')
        kept.usedAt = this.#uses
        walkTile(kept.tile, 0, kept.tile.keys.length, () => start, visit)
      }
    }
    for (const span of cover.minute) {
      for (const hour of startsIn([span], lengths.hour)) {
        const kept = this.#tiles.get(keyOf('minute', hour))
        if (kept === undefined) throw new Error('a tile of the cover was not loaded')
        kept.usedAt = this.#uses
        const first = placeOf(kept.tile, Math.max(0, (span.from - hour) / 60))
        const end = placeOf(kept.tile, Math.min(60, (span.to - hour) / 60))
        walkTile(kept.tile, first, end, slot => hour + slot * 60, visit)
      }
    }
  }

  /** Completes the tiles with what has been appended. */
  async #catchUp(read: Read): Promise<void> {
    const { appends, client } = this.#source
    const { current } = appends
    const news = appends.since(this.#number)
    if (news === undefined) {
      this.#discard(() => true)
      this.#number = current
      return
    }
    const touched = (kept: Kept, span: Span) => overlap(kept.span, span)
    const again = news.filter(entry => entry.again)
    this.#discard(kept => again.some(({ span }) => touched(kept, span)))
    const tiles = [...this.#tiles.values()]
    const fresh = news.filter(entry => !entry.again && tiles.some(kept => touched(kept, entry.span)))
    const rows = fresh.reduce((sum, entry) => sum + entry.rows, 0)
    if (fresh.length > mostBatches || rows > mostNewRows) {
      this.#discard(kept => fresh.some(({ span }) => touched(kept, span)))
    } else if (fresh.length > 0) {
      const span = {
        from: Math.min(...fresh.map(entry => entry.span.from)),
        to: Math.max(...fresh.map(entry => entry.span.to)),
      }
      const batches = fresh.map(({ sequence }) => sequence)
      const counted = await countBatches(client, this.fields, 60, batches, span, mostLoaded, read)
      if (counted.length > mostLoaded) this.#discard(kept => touched(kept, span))
      else this.#complete(counted)
    }
    this.#number = news.at(-1)?.number ?? this.#number
  }

  /** Adds rows by minutes to all tiles that hold these. */
  #complete(rows: readonly CountedRow[]): void {
    const additions = new Map<string, Map<number, Entry>>()
    for (const row of rows) {
      const minute = row.bucket * 60
      const id = this.#ids.idOf(row.values)
      for (const level of levels) {
        const key = keyOf(level, startOf(minute, level))
        if (!this.#tiles.has(key)) continue
        const slot = level === 'minute' ? row.bucket % 60 : 0
        const entries = additions.get(key) ?? new Map<number, Entry>()
        additions.set(key, entries)
        const entry = entries.get(slot * slotSize + id)
        if (entry === undefined) {
          const { count, firsts, last } = row
          entries.set(slot * slotSize + id, { key: slot * slotSize + id, count, firsts, last })
          continue
        }
        entry.count += row.count
        entry.firsts += row.firsts
        entry.last = Math.max(entry.last, row.last)
      }
    }
    for (const [key, entries] of additions) {
      const kept = this.#tiles.get(key)
      if (kept === undefined) continue
      this.#bytes -= tileBytes(kept.tile)
      kept.tile = merged(kept.tile, tileOf([...entries.values()]))
      this.#bytes += tileBytes(kept.tile)
    }
  }

  /** Counts the tiles that are missing. */
  async #load(cover: Cover, read: Read): Promise<void> {
    for (let attempt = 0; attempt < tries; attempt++) {
      const missing = this.#missing(cover)
      const wanted = levels.filter(level => missing[level].length > 0)
      if (wanted.length === 0) return
      if (attempt > 0) await this.#catchUp(read)
      await Promise.all(wanted.map(level => this.#loadLevel(level, missing[level], read)))
    }
    if (levels.some(level => this.#missing(cover)[level].length > 0)) throw new TooWide()
  }

  async #loadLevel(level: Level, starts: readonly number[], read: Read): Promise<void> {
    const { appends, client, estimateRows } = this.#source
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
    const bucket = lengths[level]
    const counted = await countRows(
      client,
      this.fields,
      bucket,
      { quiet, busy, highest, without },
      mostLoaded,
      { ...read, lane: rows > shortRows ? 'long' : read.lane },
    )
    if (counted.length > mostLoaded) throw new TooWide()
    const since = appends.begunSince(begun)
    if (since === undefined) return
    const entries = new Map<number, Entry[]>(starts.map(start => [start, []]))
    for (const { bucket: index, values, count, firsts, last } of counted) {
      const second = index * bucket
      const slot = level === 'minute' ? index % 60 : 0
      const key = slot * slotSize + this.#ids.idOf(values)
      entries.get(startOf(second, level))?.push({ key, count, firsts, last })
    }
    if (this.#ids.size > mostValues) throw new TooWide()
    for (const [start, found] of entries) {
      const span = { from: start, to: start + length }
      // Rows of an append that began meanwhile may have been seen, unless they were left out by their number.
      const doubtful = since.some(
        other => overlap(other.span, span) && (!isBusy(start) || other.sequence <= highest),
      )
      if (!doubtful) this.#keep(keyOf(level, start), { tile: tileOf(found), level, span, usedAt: this.#uses })
    }
  }

  #missing(cover: Cover): Record<Level, number[]> {
    const absent = (level: Level, starts: readonly number[]) =>
      starts.filter(start => !this.#tiles.has(keyOf(level, start)))
    return {
      day: absent('day', startsIn(cover.day, lengths.day)),
      hour: absent('hour', startsIn(cover.hour, lengths.hour)),
      minute: absent('minute', [...new Set(startsIn(cover.minute, lengths.hour))]),
    }
  }

  #keep(key: string, kept: Kept): void {
    this.#tiles.set(key, kept)
    this.#bytes += tileBytes(kept.tile)
  }

  #drop(key: string, kept: Kept): void {
    this.#tiles.delete(key)
    this.#bytes -= tileBytes(kept.tile)
  }

  #discard(wanted: (kept: Kept) => boolean): void {
    for (const [key, kept] of this.#tiles) if (wanted(kept)) this.#drop(key, kept)
  }
}

const levels = ['day', 'hour', 'minute'] as const

/** Minutes are kept by the hour. */
function tileLength(level: Level): number {
  return level === 'day' ? lengths.day : lengths.hour
}

function startOf(second: number, level: Level): number {
  const length = tileLength(level)
  return Math.floor(second / length) * length
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
