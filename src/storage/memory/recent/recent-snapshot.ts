import type { RecentBatch } from './recent-batch.ts'

/** A row in memory, with its sort keys. */
export interface RecentRow {
  batch: RecentBatch
  /** Index of the row in the batch. */
  row: number
  id: number
  /** Microseconds. */
  ts: number
}

/** All rows of the table since a second, oldest first (by ts, then id), without rows of pending appends. */
export interface RecentSnapshot {
  /** Unix seconds; 0 when these are all rows of the table. */
  from: number
  rows: readonly RecentRow[]
  /** By id: all of `rows` of each event that has a repeat among `rows`. */
  repeated: ReadonlyMap<number, readonly RecentRow[]>
}

/** The rows of a batch, oldest first. */
export function rowsOf(batch: RecentBatch): RecentRow[] {
  const rows: RecentRow[] = []
  for (let row = 0; row < batch.size; row++) {
    rows.push({ batch, row, id: batch.ids[row] ?? 0, ts: batch.ts[row] ?? 0 })
  }
  return rows.sort(compareRows)
}

/** Oldest first. */
export function compareRows(a: RecentRow, b: RecentRow): number {
  return a.ts - b.ts || a.id - b.id
}

/** By id: all of these rows of each event that has a repeat among them. */
export function repeatedIn(rows: readonly RecentRow[]): Map<number, RecentRow[]> {
  const repeated = new Map<number, RecentRow[]>()
  for (const { batch, row, id } of rows) if (batch.repeats[row] !== 0) repeated.set(id, [])
  if (repeated.size > 0) for (const row of rows) repeated.get(row.id)?.push(row)
  return repeated
}

/** Index of the first of the newest rows that fit the limits of rows and of their batches' bytes. */
export function startOfNewest(rows: readonly RecentRow[], maxRows: number, maxBytes: number): number {
  const batches = new Set<RecentBatch>()
  let bytes = 0
  for (let at = rows.length - 1; at >= 0; at--) {
    const batch = rows[at]?.batch
    if (batch !== undefined && !batches.has(batch)) {
      bytes += batch.bytes
      batches.add(batch)
    }
    if (rows.length - at > maxRows || bytes > maxBytes) return at + 1
  }
  return 0
}

/** Bytes of the batches that the rows keep in memory. */
export function bytesOf(rows: readonly RecentRow[]): number {
  let bytes = 0
  for (const batch of new Set(rows.map(({ batch }) => batch))) bytes += batch.bytes
  return bytes
}
