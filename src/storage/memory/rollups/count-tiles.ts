import { setImmediate } from 'node:timers/promises'
import type { Read } from '../../contract/event-store.ts'
import type { RollupField } from '../../sql/rollup-fields.ts'
import type { ValueIds } from '../../sql/value-ids.ts'
import { both, type CountedRow, countRows } from './count-rows.ts'
import { type Level, levelSeconds } from './cover.ts'
import { hasTooManyValues, TooDenseError, TooManyValuesError } from './rollup-errors.ts'
import type { RollupSource } from './rollup-source.ts'
import { type Entry, slotSize, tileOf } from './tile.ts'
import { slotOf, Tiles, tileStart } from './tiles.ts'

/** Processing them takes some milliseconds. */
const rowsWithoutPause = 10_000

interface Counted {
  fields: readonly RollupField[]
  /** A condition on rows, SQL; '' without a condition. */
  where: string
  ids: ValueIds
}

/**
 * The tiles of a level at `starts` (ascending), for the rows that meet a condition. Rejects with a
 * TooManyValuesError, or with a TooDenseError when there are too many counts for one answer.
 */
export async function countTiles(
  source: RollupSource,
  { fields, where, ids }: Counted,
  level: Level,
  starts: readonly number[],
  rows: string,
  read: Read,
): Promise<Tiles> {
  const { client, maxLoadedRows } = source
  const counted = await countRows(client, fields, levelSeconds[level], both(rows, where), maxLoadedRows, read)
  if (counted === undefined) throw new TooDenseError()
  const tiles = new Tiles()
  for (const [start, entries] of await entriesOf(counted, level, starts, ids))
    tiles.keep(level, start, tileOf(entries))
  if (hasTooManyValues(ids, source)) throw new TooManyValuesError()
  return tiles
}

/** The counts by tile, with an empty list for a tile without counts. Yields to other work. */
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
