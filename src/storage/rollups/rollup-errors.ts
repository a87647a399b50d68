import type { RollupSource } from './rollup-source.ts'
import type { ValueIds } from './value-ids.ts'

/** Whether there are more values, or longer ones, than are worth holding. */
export function hasTooManyValues(
  { size, bytes }: Pick<ValueIds, 'size' | 'bytes'>,
  { mostValues, mostValueBytes }: Pick<RollupSource, 'mostValues' | 'mostValueBytes'>,
): boolean {
  return size > mostValues || bytes > mostValueBytes
}

/** It has more values in a tile, or in all, than are worth holding: the engine counts as well. */
export class TooManyValuesError extends Error {
  override name = 'TooWide' as const
}

/** Its minutes hold more than was thought: ends of ranges are counted from rows from now on. */
export class TooDenseError extends Error {
  override name = 'TooCrowded' as const
}

/** Appends got in between every time that it was loaded: rows are to be counted for now. */
export class ContendedError extends Error {
  override name = 'Restless' as const
}
