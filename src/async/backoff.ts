/**
 * The delay before the next attempt after `failures` failures in a row: doubles from `minMs` to at most
 * `maxMs`.
 */
export function backoffMs(failures: number, { minMs, maxMs }: { minMs: number; maxMs: number }): number {
  return Math.min(minMs * 2 ** (failures - 1), maxMs)
}
