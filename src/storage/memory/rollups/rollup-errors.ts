import type { ValueIds } from '../../sql/value-ids.ts'
import type { RollupSource } from './rollup-source.ts'

/** Whether a rollup has more values than it may keep in memory. */
export function hasTooManyValues(
  { size, bytes }: Pick<ValueIds, 'size' | 'bytes'>,
  { maxValues, maxValueBytes }: Pick<RollupSource, 'maxValues' | 'maxValueBytes'>,
): boolean {
  return size > maxValues || bytes > maxValueBytes
}

/** A rollup has too many values to keep in memory: the engine must count rows. */
export class TooManyValuesError extends Error {
  override name = 'TooManyValuesError' as const
}

/** Tiles have more counts than fit into one answer or into memory. */
export class TooDenseError extends Error {
  override name = 'TooDenseError' as const
}
