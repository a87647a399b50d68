import type { SpoolBatch } from '../../../schema/event/row.ts'

/** A replica that answers, and its number of rows of a batch and of days with such rows. */
export interface ReplicaRows<Server> {
  server: Server
  rows: number
  days: number
}

/**
 * The replicas with the most rows of a batch. Others lack some of its days, since a replica receives a batch
 * day by day. While a replica with more rows may not answer, `minDays` is the number of days of the batch in
 * the shard, and replicas with fewer are left out.
 */
export function withWholeBatch<Server>(replicas: readonly ReplicaRows<Server>[], minDays = 0): Server[] {
  const maxRows = Math.max(0, ...replicas.map(({ rows }) => rows))
  return replicas.filter(({ rows, days }) => rows === maxRows && days >= minDays).map(({ server }) => server)
}

const minutesOfDay = 1_440

/** Number of days (UTC) with rows in a batch. */
export function daysOf({ minutes }: Pick<SpoolBatch, 'minutes'>): number {
  return new Set(minutes.map(minute => Math.floor(minute / minutesOfDay))).size
}
