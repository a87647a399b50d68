import type { RollupSource } from './rollup-source.ts'
import type { ValueIds } from './value-ids.ts'

export function hasTooManyValues(
  { size, bytes }: Pick<ValueIds, 'size' | 'bytes'>,
  { maxValues, maxValueBytes }: Pick<RollupSource, 'maxValues' | 'maxValueBytes'>,
): boolean {
  return size > maxValues || bytes > maxValueBytes
}

/** There are more values in a tile, or in all, than are worth holding: rows are to be counted by the engine. */
export class TooManyValuesError extends Error {
  override name = 'TooManyValuesError' as const
}

/** The minutes of an hour hold more counts than was estimated: ends of ranges are counted from rows from now on. */
export class TooDenseError extends Error {
  override name = 'TooDenseError' as const
}
