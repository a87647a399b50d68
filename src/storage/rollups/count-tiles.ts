import { setImmediate } from 'node:timers/promises'
import type { BatchCut } from '../batch-cut.ts'
import type { Read } from '../store.ts'
import { overlaps, spansOf } from '../time-span.ts'
import { both, type CountedRow, countRows, isContendedBy, spansAsOf } from './count-rows.ts'
import { type Level, levelSeconds } from './cover.ts'
import { hasTooManyValues, TooDenseError, TooManyValuesError } from './rollup-errors.ts'
import type { RollupField } from './rollup-fields.ts'
import type { RollupSource } from './rollup-source.ts'
import { type Entry, slotSize, tileOf } from './tile.ts'
import { slotOf, Tiles, tileLength, tileStart } from './tiles.ts'
import type { ValueIds } from './value-ids.ts'

/** Some milliseconds. */
const rowsWithoutPause = 10_000

interface Counted {
  fields: readonly RollupField[]
  /** A condition on rows, SQL; '' when there is none. */
  where: string
  ids: ValueIds
}

/**
 * The tiles of a level that begin with `starts` (ascending), with the rows that the cut leaves: a tile that may have got others is left
 * out. Rejects with a TooManyValuesError, or with a TooDenseError when there are too many counts for one answer.
 */
export async function countTiles(
  source: RollupSource,
  { fields, where, ids }: Counted,
  level: Level,
  starts: readonly number[],
  cut: BatchCut,
  read: Read,
): Promise<Tiles> {
  const { appends, client, maxLoadedRows } = source
  const length = tileLength(level)
  const isContended = isContendedBy(appends, cut)
  const spanOf = (start: number) => ({ from: start, to: start + length })
  const contended = new Set(starts.filter(start => isContended(spanOf(start))))
  const settled = starts.filter(start => !contended.has(start))
  const spans = [...spansOf(settled, length), ...spansOf([...contended], length)]
  const rows = spansAsOf(spans, appends, cut)
  const counted = await countRows(client, fields, levelSeconds[level], both(rows, where), maxLoadedRows, read)
  if (counted === undefined) throw new TooDenseError()
  const tiles = new Tiles()
  for (const [start, entries] of await entriesOf(counted, level, starts, ids))
    tiles.keep(level, start, tileOf(entries))
  if (hasTooManyValues(ids, source)) throw new TooManyValuesError()
  const [begun, seen] = [cut.begunSince(), cut.seenSince()]
  for (const start of starts) {
    const others = contended.has(start) ? seen : begun
    const span = spanOf(start)
    if (others?.some(other => overlaps(other.span, span)) !== false) tiles.discard([span])
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
