import { setImmediate } from 'node:timers/promises'
import type { PendingAppend } from '../append-log.ts'
import type { Read } from '../store.ts'
import { chunkSpans, clippedTo, splitChunk } from './chunk-spans.ts'
import { type CountedRow, countRows } from './count-rows.ts'
import { type Level, levelSeconds, type Span, spansOf } from './cover.ts'
import { hasTooManyValues, TooDenseError, TooManyValuesError } from './rollup-errors.ts'
import { isTag, type RollupField } from './rollup-fields.ts'
import type { RollupSource } from './rollup-source.ts'
import { type Entry, mergeTiles, slotSize, type Tile, tileOf } from './tile.ts'
import { overlaps, slotOf, tileLength, tileStart } from './tiles.ts'
import type { ValueIds } from './value-ids.ts'

/** Entries that a tile holds at most when it is counted: 12 MB. */
const maxTileEntries = 1_000_000
/** Counted rows that are taken without a pause: some milliseconds. */
const rowsWithoutPause = 10_000
/** More rows than this are no short read. */
const shortRows = 4_000_000

/** What a cube counts, and the numbers of its values. */
interface CountedRows {
  fields: readonly RollupField[]
  /** A condition of rows, SQL; '' of all. */
  where: string
  ids: ValueIds
}

/**
 * The tiles of a level that begin with `starts` (ascending), by their starts, with the rows of all appends up to `number` and no others: one that an append
 * may have got into is left out. Rejects with TooManyValuesError, or with TooDenseError where minutes hold too much.
 */
export async function countTiles(
  source: RollupSource,
  what: CountedRows,
  level: Level,
  starts: readonly number[],
  number: number,
  read: Read,
): Promise<Map<number, Tile>> {
  const { appends, client, mostValues, mostLoaded, rowsAtOnce } = source
  const { fields, where, ids } = what
  const length = tileLength(level)
  const { begun, highest } = appends
  // What came after the last completion is added by the next one.
  const without: PendingAppend[] = [...(appends.since(number) ?? []), ...appends.underway()]
  const busyAt = [...without.map(({ span }) => span), ...appends.lately()]
  const isBusy = (start: number) => busyAt.some(span => overlaps(span, { from: start, to: start + length }))
  const quiet = spansOf(
    starts.filter(start => !isBusy(start)),
    length,
  )
  const busy = spansOf(starts.filter(isBusy), length)
  const rows = [...quiet, ...busy].reduce((sum, { from, to }) => sum + source.estimateRows(from, to), 0)
  const slots = (starts.length * length) / levelSeconds[level]
  const choice = { highest, without, where, paysApart: rows >= slots * source.rowsApart }
  const counting = (piece: Span) =>
    countRows(
      client,
      fields,
      levelSeconds[level],
      { ...choice, quiet: quiet.flatMap(clippedTo(piece)), busy: busy.flatMap(clippedTo(piece)) },
      Math.min(mostLoaded, mostValues * slots),
      { ...read, lane: rows > shortRows ? 'long' : read.lane },
    )
  const tiles = new Map<number, Tile>()
  const waiting = fields.some(isTag)
    ? chunkSpans(level, starts, rows, rowsAtOnce)
    : [{ from: starts[0] ?? 0, to: (starts.at(-1) ?? 0) + length }]
  for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift()) {
    const counted = await counting(piece)
    if (counted === undefined) {
      const both = splitChunk(level, piece)
      if (both.length === 0) throw overflowError(level)
      waiting.unshift(...both)
      continue
    }
    const { from, to } = piece
    const inPiece = starts.filter(start => start < to && from < start + length)
    for (const [start, entries] of await entriesOf(counted, level, inPiece, ids)) {
      const before = tiles.get(start)
      const tile = before === undefined ? tileOf(entries) : mergeTiles(before, tileOf(entries))
      if (tile.keys.length > maxTileEntries) throw overflowError(level)
      tiles.set(start, tile)
    }
    if (hasTooManyValues(ids, source)) throw new TooManyValuesError()
  }
  const since = appends.begunSince(begun)
  for (const start of starts) {
    const span = { from: start, to: start + length }
    // Rows of an append that began meanwhile may have been seen, unless they were left out by their number.
    const isSure = since?.every(
      other => !overlaps(other.span, span) || (isBusy(start) && other.sequence > highest),
    )
    if (!isSure) tiles.delete(start)
  }
  return tiles
}

/** What was counted by tile: an empty list of those that have nothing. Others are served in between. */
async function entriesOf(
  counted: readonly CountedRow[],
  level: Level,
  starts: readonly number[],
  ids: ValueIds,
): Promise<Map<number, Entry[]>> {
  const entries = new Map<number, Entry[]>(starts.map(start => [start, []]))
  for (const [i, { bucket, values, count, firsts, last }] of counted.entries()) {
    if (i % rowsWithoutPause === rowsWithoutPause - 1) await setImmediate()
    const key = slotOf(bucket, level) * slotSize + ids.idOf(values)
    entries.get(tileStart(bucket, level))?.push({ key, count, firsts, last })
  }
  return entries
}

function overflowError(level: Level): TooManyValuesError | TooDenseError {
  return level === 'minute' ? new TooDenseError() : new TooManyValuesError()
}
