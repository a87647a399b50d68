import { setTimeout as sleep } from 'node:timers/promises'
import type { SpoolBatch } from '../../../schema/event/row.ts'
import { Fault } from '../../../schema/fault.ts'
import type { Server } from '../../clients/server/server.ts'
import { ownTable, type ShardTables } from '../../clients/server/shard-tables.ts'
import type { Shard } from '../../clients/server/topology.ts'
import { eventsTable } from '../../sql/tables.ts'
import { storedRows } from '../append/insert-statement.ts'
import { type LaggingReplicas, patienceMs } from './lagging-replicas.ts'

const minPollMs = 10
const maxPollMs = 200

/** A replica that answers, and its number of rows of a batch. */
interface Copy {
  server: Server
  rows: number
}

/**
 * Rejects with storage_unavailable while fewer replicas than `quorum` have a batch. An insert waits for the
 * quorum on its own. An insert that finds the rows of an earlier, abandoned try does not: it inserts nothing.
 */
export async function requireQuorum(
  shard: Shard,
  tables: ShardTables,
  batch: SpoolBatch,
  quorum: number,
): Promise<void> {
  const copies = await copiesOf(batch, tables, answering(shard))
  const whole = wholeOf(copies)
  if (whole.length >= quorum) return
  const names = whole.map(({ server }) => server.name)
  const having =
    names.length === 0 ? 'none answers' : `only ${names.join(', ')} ${names.length > 1 ? 'have' : 'has'} it`
  const detail = `Of shard ${shard.number} ${quorum} replicas must have a batch; ${having}.`
  throw new Fault('storage_unavailable', { detail, retryAfter: 2 })
}

/**
 * Waits until all replicas that answer have a batch that a quorum has: any of them may answer a question. A
 * replica that lacks the batch after some seconds, or does not report it, is watched.
 */
export async function untilReplicated(
  shard: Shard,
  tables: ShardTables,
  batch: SpoolBatch,
  lagging: Pick<LaggingReplicas, 'isLeftBehind' | 'watch'>,
): Promise<void> {
  const end = performance.now() + patienceMs
  for (let pollMs = minPollMs; ; pollMs = Math.min(2 * pollMs, maxPollMs)) {
    const asked = answering(shard)
    const whole = new Set(wholeOf(await copiesOf(batch, tables, asked)).map(({ server }) => server))
    const others = asked.filter(server => !whole.has(server) && !lagging.isLeftBehind(server))
    if (others.length === 0) return
    if (performance.now() > end) {
      for (const server of others) void lagging.watch(server)
      return
    }
    await sleep(pollMs)
  }
}

function answering({ servers }: Shard): Server[] {
  return servers.filter(({ health }) => health.isUp)
}

/** Leaves out servers whose statement fails. */
async function copiesOf(batch: SpoolBatch, tables: ShardTables, servers: readonly Server[]): Promise<Copy[]> {
  const sql = `SELECT count() FROM ${ownTable(tables, eventsTable)} WHERE ${storedRows(batch)}`
  const copies = servers.map(async server => {
    const rows = await server.select(sql).catch(() => undefined)
    return rows === undefined ? [] : [{ server, rows: Number(rows[0]?.[0] ?? 0) }]
  })
  return (await Promise.all(copies)).flat()
}

/** The copies with the most rows: a replica receives a batch day by day. */
function wholeOf(copies: readonly Copy[]): Copy[] {
  const maxRows = Math.max(0, ...copies.map(({ rows }) => rows))
  return copies.filter(({ rows }) => rows === maxRows)
}
