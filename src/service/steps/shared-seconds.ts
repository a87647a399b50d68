import type { Metadata } from '../../metadata/open.ts'

/**
 * A moment by the clock of this machine (Unix milliseconds) in Unix seconds by the clock of the metadata,
 * which all nodes share.
 */
export function sharedSeconds({ clockSkewMs }: Pick<Metadata, 'clockSkewMs'>, machineMs: number): number {
  return (machineMs - (clockSkewMs() ?? 0)) / 1_000
}
