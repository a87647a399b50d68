/** The delay after `failures` (at least 1) failures in a row: doubles from `minMs` up to `maxMs`. */
export function backoffMs(failures: number, { minMs, maxMs }: { minMs: number; maxMs: number }): number {
  return Math.min(minMs * 2 ** (failures - 1), maxMs)
}
