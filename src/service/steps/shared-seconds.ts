import type { Metadata } from '../../metadata/open.ts'

/**
 * Converts a moment from the clock of this machine (Unix milliseconds) to the clock of the metadata, which
 * all nodes share (Unix seconds).
 */
export function sharedSeconds({ clockSkewMs }: Pick<Metadata, 'clockSkewMs'>, machineMs: number): number {
  return (machineMs - (clockSkewMs() ?? 0)) / 1_000
}
