import { setImmediate } from 'node:timers/promises'
import type { BatchCut } from '../batch-cut.ts'
import type { Read } from '../store.ts'
import { hullOf, overlaps, type Span, spansOf } from '../time-span.ts'
import { chunkSpans, clippedTo, splitChunk } from './chunk-spans.ts'
import { type CountedRow, countRows } from './count-rows.ts'
import { type Level, levelSeconds } from './cover.ts'
import { hasTooManyValues, TooDenseError, TooManyValuesError } from './rollup-errors.ts'
import { isTag, type RollupField } from './rollup-fields.ts'
import type { RollupSource } from './rollup-source.ts'
import { type Entry, mergeTiles, slotSize, type Tile, tileOf } from './tile.ts'
import { slotOf, tileLength, tileStart } from './tiles.ts'
import type { ValueIds } from './value-ids.ts'

/** 12 MB. */
const maxTileEntries = 1_000_000
/** Some milliseconds. */
const rowsWithoutPause = 10_000
/** More are no short read. */
const shortRows = 4_000_000

interface CountedRows {
  fields: readonly RollupField[]
  /** A condition on rows, SQL; '' when there is none. */
  where: string
  ids: ValueIds
}

/**
 * The tiles of a level that begin with `starts` (ascending), by their starts, with the rows that the cut leaves: a tile that may have got
 * others is left out. Rejects with a TooManyValuesError, or with a TooDenseError where minutes hold too many counts.
 */
export async function countTiles(
  source: RollupSource,
  what: CountedRows,
  level: Level,
  starts: readonly number[],
  cut: BatchCut,
  read: Read,
): Promise<Map<number, Tile>> {
  const { appends, client, maxValues, maxLoadedRows, rowsPerStatement } = source
  const { fields, where, ids } = what
  const length = tileLength(level)
  const spanOf = (start: number) => ({ from: start, to: start + length })
  const appendedTo = [...cut.excluded.map(({ span }) => span), ...appends.recentSpans()]
  const isContended = (start: number) => appendedTo.some(span => overlaps(span, spanOf(start)))
  const settled = spansOf(
    starts.filter(start => !isContended(start)),
    length,
  )
  const contended = spansOf(starts.filter(isContended), length)
  const rows = [...settled, ...contended].reduce(
    (sum, { from, to }) => sum + source.estimateRows(from, to),
    0,
  )
  const slots = (starts.length * length) / levelSeconds[level]
  const shouldSplit = rows >= slots * source.minSplitRows
  const countChunk = (chunk: Span) => {
    const spans = { spans: contended.flatMap(clippedTo(chunk)), batches: cut.sql }
    const selection = { settled: settled.flatMap(clippedTo(chunk)), contended: spans, where, shouldSplit }
    const limit = Math.min(maxLoadedRows, maxValues * slots)
    const lane = rows > shortRows ? 'long' : read.lane
    return countRows(client, fields, levelSeconds[level], selection, limit, { ...read, lane })
  }
  const tiles = new Map<number, Tile>()
  const waiting = fields.some(isTag)
    ? chunkSpans(level, starts, rows, rowsPerStatement)
    : [hullOf(starts.map(spanOf))]
  for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) {
    const counted = await countChunk(chunk)
    if (counted === undefined) {
      const halves = splitChunk(level, chunk)
      if (halves.length === 0) throw overflowError(level)
      waiting.unshift(...halves)
      continue
    }
    const { from, to } = chunk
    const inChunk = starts.filter(start => start < to && from < start + length)
    for (const [start, entries] of await entriesOf(counted, level, inChunk, ids)) {
      const before = tiles.get(start)
      const tile = before === undefined ? tileOf(entries) : mergeTiles(before, tileOf(entries))
      if (tile.keys.length > maxTileEntries) throw overflowError(level)
      tiles.set(start, tile)
    }
    if (hasTooManyValues(ids, source)) throw new TooManyValuesError()
  }
  const [begun, seen] = [cut.begunSince(), cut.seenSince()]
  for (const start of starts) {
    const others = isContended(start) ? seen : begun
    if (others?.some(({ span }) => overlaps(span, spanOf(start))) !== false) tiles.delete(start)
  }
  return tiles
}

/** The counts by tile: an empty list of those that have none. Lets others have the thread in between. */
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
