import type { RowPosition } from '../../storage/contract/new-rows.ts'

/** A row by the key that orders the rows of a store: see RowPosition. `ts`: of the row, microseconds. */
export interface PlacedRow {
  batch: number
  id: number
  ts: number
}

/** Whether a reader at a position has read a row. `order`: as in NewRowsQuery. */
export function hasRead(position: RowPosition, row: PlacedRow, order: 'arrival' | 'time'): boolean {
  const { since, rest } = position
  // All rows of the batch are read.
  if (row.batch <= since.batch && !since.missing.includes(row.batch)) return true
  // No further rows are read.
  if (rest === undefined) return false
  const { upTo, after } = rest
  // The batch comes after the batches that are being read.
  if (row.batch > upTo.batch || upTo.missing.includes(row.batch)) return false
  // These are read batch by batch, and the rows of each in `order`.
  if (row.batch !== after.batch) return row.batch < after.batch
  const [first, second] = order === 'arrival' ? (['id', 'ts'] as const) : (['ts', 'id'] as const)
  if (row[first] !== after[first]) return row[first] < after[first]
  return row[second] <= after[second]
}
