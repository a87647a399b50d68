import { setImmediate } from 'node:timers/promises'
import type { Read } from '../../contract/event-store.ts'
import { hullOf, overlaps, type Span } from '../../contract/time-span.ts'
import { type Followed, follow } from '../../journal/follow.ts'
import type { Change } from '../../journal/journal.ts'
import { readAsOf } from '../../journal/read-as-of.ts'
import type { RollupField } from '../../sql/rollup-fields.ts'
import { ValueIds } from '../../sql/value-ids.ts'
import { BoundedMatcher, matchBounds } from '../recent/bounded-matcher.ts'
import type { RecentBatch } from '../recent/recent-batch.ts'
import { valuesKey } from '../recent/values-key.ts'
import { andSql, type CountedRow, countBatches, countRows } from './count-rows.ts'
import { type Level, levelSeconds, levels } from './cover.ts'
import { hasTooManyValues, TooDenseError, TooManyValuesError } from './rollup-errors.ts'
import type { RollupSource } from './rollup-source.ts'
import type { RowCondition } from './row-condition.ts'
import { slotSize, type TileEntry, tileOf } from './tile.ts'
import { slotOf, type TileCover, type TileKey, Tiles, tileLength, tileStart } from './tiles.ts'

const minute = 60

/** The tiles that a rollup has now for some spans. */
export interface Peeked extends TileCover {
  /** Appends that the tiles do not include yet, with rows in the covered spans. */
  pendingAppends: readonly Change[]
}

/**
 * Counts by the values of some fields, in tiles (counts of days, hours, minutes or seconds: cover.ts) that
 * are kept in memory and updated by new batches. Reads use the existing tiles and never wait; only
 * TileBuilder makes tiles.
 */
export class Rollup {
  readonly fields: readonly RollupField[]
  readonly where: RowCondition
  readonly #source: RollupSource
  readonly #tiles = new Tiles()
  #ids = new ValueIds()
  /** Keeps the tiles current. Its `number` says which changes of the journal the tiles include. */
  readonly #followed: Followed

  constructor(fields: readonly RollupField[], where: RowCondition, source: RollupSource) {
    this.fields = fields
    this.where = where
    this.#source = source
    this.#followed = this.#asFollowed(this.#tiles, source.journal.current)
  }

  get bytes(): number {
    return this.#tiles.bytes + this.#ids.bytes
  }

  /** Ids of the combinations of values so far. */
  get ids(): ValueIds {
    return this.#ids
  }

  has(tile: TileKey): boolean {
    return this.#tiles.has(tile)
  }

  /** Whether a span is completely in memory, in parts no longer than `coarsest`. */
  covers(span: Span, coarsest: Level): boolean {
    return this.#tiles.cover([span], coarsest).missing.length === 0
  }

  /**
   * Adds new appends from memory, then returns the tiles of some spans, in parts no longer than `coarsest`.
   * Throws a TooManyValuesError.
   */
  peek(spans: readonly Span[], coarsest: Level): Peeked {
    const pending = this.#addNewAppends()
    const cover = this.#tiles.cover(spans, coarsest)
    return { ...cover, pendingAppends: pending.filter(({ spans }) => haveOverlap(spans, cover.covered)) }
  }

  /**
   * Makes the tiles of a level at `starts` (ascending), up to the same change of the journal as the existing
   * tiles. Must not be called again before it ends. Rejects with a TooManyValuesError, a TooDenseError, or as
   * a read does.
   */
  async build(level: Level, starts: readonly number[], read: Read): Promise<void> {
    await this.catchUp(read)
    const { journal } = this.#source
    const target = { fields: this.fields, where: this.where.sql, ids: this.#ids }
    const spans = starts.map(start => ({ from: start, to: start + tileLength(level) }))
    const { number } = this.#followed
    const count = (rows: string) => countTiles(this.#source, target, level, starts, rows, read)
    const { value: tiles, unsure } = await readAsOf(journal, spans, (_, rows) => count(rows), number)
    // `shrink` discarded the ids meanwhile.
    if (target.ids !== this.#ids) return
    tiles.discard(unsure)
    // Reads may have updated the existing tiles meanwhile: updates the new ones to the same change.
    const pending = follow(journal, this.#asFollowed(tiles, number), this.#followed.number)
    tiles.discard(spansOf(pending))
    this.#tiles.adopt(tiles)
    if (level === 'hour') for (const start of starts) this.#tiles.joinHours(tileStart(start, 'day'))
  }

  /**
   * Adds all new appends, with statements if their rows are not in memory. Rejects with a TooManyValuesError,
   * or as a read does.
   */
  async catchUp(read: Read): Promise<void> {
    const { client, maxLoadedCounts } = this.#source
    for (let pending = this.#addNewAppends(); pending.length > 0; pending = this.#addNewAppends()) {
      const { number } = this.#followed
      const span = hullOf(spansOf(pending))
      const batches = pending.map(({ batch }) => batch)
      const bySecond = this.#tiles.startsIn('second', span)
      const count = { fields: this.fields, where: this.where.sql, maxCounts: maxLoadedCounts }
      const counted = await countBatches(client, count, { batches, span, bySecond }, read)
      // A read updated or dropped tiles meanwhile: starts over.
      if (this.#followed.number !== number) continue
      if (counted === undefined) this.#tiles.discard(spansOf(pending))
      else this.#addCounts(counted, this.#tiles)
      this.#followed.number = pending.at(-1)?.number ?? number
      this.#checkValueCount()
    }
  }

  /** Frees memory until at most `maxBytes` are in use. Frees all of it if the values alone take over half. */
  shrink(maxBytes: number): void {
    if (this.#ids.bytes <= maxBytes / 2) {
      this.#tiles.shrink(maxBytes - this.#ids.bytes)
      return
    }
    this.#tiles.clear()
    this.#ids = new ValueIds()
  }

  /**
   * Adds new appends from memory. Returns them instead if the rows of some are not in memory. Throws a
   * TooManyValuesError.
   */
  #addNewAppends(): readonly Change[] {
    const pending = follow(this.#source.journal, this.#followed)
    this.#checkValueCount()
    return pending
  }

  #asFollowed(tiles: Tiles, number: number): Followed {
    return {
      number,
      holds: span => tiles.overlaps(span),
      add: appends => this.#addFromMemory(appends, tiles),
      lose: spans => tiles.discard(spans),
    }
  }

  /** Clears the tiles and throws a TooManyValuesError if there are too many values. */
  #checkValueCount(): void {
    if (!hasTooManyValues(this.#ids, this.#source)) return
    this.#tiles.clear()
    throw new TooManyValuesError()
  }

  /** Adds recent appends; false when they are not in memory, or have too many rows to examine here. */
  #addFromMemory(appends: readonly Change[], tiles: Tiles): boolean {
    const inMemory = this.#source.recentBatches.get(appends.map(({ batch }) => batch))
    const span = hullOf(spansOf(appends))
    const bySecond = tiles.startsIn('second', span)
    const counted = inMemory && countRecentRows(this.fields, bySecond, inMemory, span, this.where)
    if (counted !== undefined) this.#addCounts(counted, tiles)
    return counted !== undefined
  }

  /** Adds counts by minutes, and by seconds where tiles of seconds exist. */
  #addCounts(rows: readonly CountedRow[], tiles: Tiles): void {
    const keyed = rows.map(row => ({ ...row, id: this.#ids.idOf(row.values) }))
    for (const level of levels) {
      const byTile = Map.groupBy(keyed, ({ slotStart }) => tileStart(slotStart, level))
      for (const [start, rowsOfTile] of byTile) {
        if (!tiles.has({ level, start })) continue
        const entries = new Map<number, TileEntry>()
        for (const { slotStart, id, count, firsts, last } of rowsOfTile) {
          const key = slotOf(slotStart, level) * slotSize + id
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

function spansOf(appends: readonly Change[]): readonly Span[] {
  return appends.flatMap(({ spans }) => spans)
}

function haveOverlap(spans: readonly Span[], others: readonly Span[]): boolean {
  return spans.some(span => others.some(other => overlaps(span, other)))
}

/**
 * Counts the rows of batches in memory as `countBatches` counts them in the table. Undefined when too many
 * rows would have to be examined.
 */
function countRecentRows(
  fields: readonly RollupField[],
  bySecond: readonly number[],
  batches: readonly RecentBatch[],
  span: Span,
  where: RowCondition,
): CountedRow[] | undefined {
  const minutesBySecond = new Set(bySecond)
  const rows = new Map<string, CountedRow>()
  const matcher = new BoundedMatcher(where, matchBounds.count)
  for (const batch of batches) {
    for (let row = 0; row < batch.size; row++) {
      const second = batch.second(row)
      if (second < span.from || second >= span.to) continue
      const isMatch = matcher.matches(batch, row)
      if (isMatch === undefined) return undefined
      if (!isMatch) continue
      const start = second - (second % minute)
      const slotStart = minutesBySecond.has(start) ? second : start
      const values = fields.map(field => batch.value(row, field))
      const key = `${slotStart} ${valuesKey(values)}`
      const count = batch.counts[row] ?? 0
      const firsts = batch.repeats[row] === 0 ? 1 : 0
      const counted = rows.get(key)
      if (counted === undefined) rows.set(key, { slotStart, values, count, firsts, last: second })
      else {
        counted.count += count
        counted.firsts += firsts
        counted.last = Math.max(counted.last, second)
      }
    }
  }
  return [...rows.values()]
}

/** Maximum rows that are processed without yielding to other work: some milliseconds. */
const rowsWithoutPause = 10_000

/** The fields and rows of a count, and the ids to which it adds the values found. */
interface CountTarget {
  fields: readonly RollupField[]
  /** A condition on rows, SQL; '' without a condition. */
  where: string
  ids: ValueIds
}

/**
 * The tiles of a level at `starts` (ascending), for the rows that also meet `rows` (SQL). Rejects with a
 * TooManyValuesError, or with a TooDenseError when there are too many counts for one answer.
 */
async function countTiles(
  source: RollupSource,
  { fields, where, ids }: CountTarget,
  level: Level,
  starts: readonly number[],
  rows: string,
  read: Read,
): Promise<Tiles> {
  const { client, maxLoadedCounts } = source
  const count = { fields, where: andSql(rows, where), maxCounts: maxLoadedCounts }
  const counted = await countRows(client, count, levelSeconds[level], read)
  if (counted === undefined) throw new TooDenseError()
  const tiles = new Tiles()
  for (const [start, entries] of await entriesOf(counted, level, starts, ids))
    tiles.insert(level, start, tileOf(entries))
  if (hasTooManyValues(ids, source)) throw new TooManyValuesError()
  return tiles
}

/** The counts by tile, with an empty list for a tile without counts. Yields to other work. */
async function entriesOf(
  counted: readonly CountedRow[],
  level: Level,
  starts: readonly number[],
  ids: ValueIds,
): Promise<Map<number, TileEntry[]>> {
  const entries = new Map<number, TileEntry[]>(starts.map(start => [start, []]))
  for (const [i, { slotStart, values, count, firsts, last }] of counted.entries()) {
    if (i % rowsWithoutPause === rowsWithoutPause - 1) await setImmediate()
    const key = slotOf(slotStart, level) * slotSize + ids.idOf(values)
    entries.get(tileStart(slotStart, level))?.push({ key, count, firsts, last })
  }
  return entries
}
