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
  if (row.batch <= since.batch && !since.missing.includes(row.batch)) return true
  if (rest === undefined) return false
  const { upTo, after } = rest
  if (row.batch > upTo.batch || upTo.missing.includes(row.batch)) return false
  if (row.batch !== after.batch) return row.batch < after.batch
  const [first, second] = order === 'arrival' ? (['id', 'ts'] as const) : (['ts', 'id'] as const)
  if (row[first] !== after[first]) return row[first] < after[first]
  return row[second] <= after[second]
}
