import type { RecentBatch } from './recent-batch.ts'

/** A row in memory, and what it is in order by. */
export interface RecentRow {
  batch: RecentBatch
  row: number
  id: number
  /** Microseconds. */
  ts: number
}

/** All rows of the table from a second on, oldest first (by ts, then id). Those of appends under way are not among them. */
export interface RecentSnapshot {
  /** Unix seconds; 0 when these are all rows there are. */
  from: number
  rows: readonly RecentRow[]
  /** Rows of each event that has one here which is not its first. */
  repeated: ReadonlyMap<number, readonly RecentRow[]>
}

/** The rows of a batch, in order. */
export function rowsOf(batch: RecentBatch): RecentRow[] {
  const rows: RecentRow[] = []
  for (let row = 0; row < batch.size; row++) {
    rows.push({ batch, row, id: batch.ids[row] ?? 0, ts: batch.ts[row] ?? 0 })
  }
  return rows.sort(compareRows)
}

export function compareRows(a: RecentRow, b: RecentRow): number {
  return a.ts - b.ts || a.id - b.id
}

/** Rows of the events that have a later row among them, by event. */
export function repeatedIn(rows: readonly RecentRow[]): Map<number, RecentRow[]> {
  const repeated = new Map<number, RecentRow[]>()
  for (const { batch, row, id } of rows) if (batch.repeats[row] !== 0) repeated.set(id, [])
  if (repeated.size > 0) for (const row of rows) repeated.get(row.id)?.push(row)
  return repeated
}

/** Where the newest rows begin of which there are `most`, and whose batches take so many bytes, at most. */
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

/** Of the batches that rows hold in memory. */
export function bytesOf(rows: readonly RecentRow[]): number {
  let bytes = 0
  for (const batch of new Set(rows.map(({ batch }) => batch))) bytes += batch.bytes
  return bytes
}
