import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../../schema/fault.ts'
import type { SpoolBatch } from '../../schema/row.ts'
import { storedRows } from '../append.ts'
import { eventsTable } from '../sql/columns.ts'
import { type LaggingReplicas, patienceMs } from './lagging-replicas.ts'
import type { Server } from './server.ts'
import { ownTable, type ShardTables } from './shard-tables.ts'
import type { Shard } from './topology.ts'

const minPollMs = 10
const maxPollMs = 200

/** A replica that answers, and how many rows of a batch it has. */
interface Copy {
  server: Server
  rows: number
}

/**
 * Rejects with storage_unavailable while fewer replicas have a batch than `quorum`. An insert waits for them by itself, but not one that finds
 * the rows of its first try, of which nobody waited for the end: it inserts nothing.
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
 * Waits until all replicas that answer have a batch, of which a quorum has it: a question may be asked of any of them. One that has not got
 * it after some seconds is watched, and so is one that does not say.
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

/** Without servers that fail to say. */
async function copiesOf(batch: SpoolBatch, tables: ShardTables, servers: readonly Server[]): Promise<Copy[]> {
  const sql = `SELECT count() FROM ${ownTable(tables, eventsTable)} WHERE ${storedRows(batch)}`
  const copies = servers.map(async server => {
    const rows = await server.select(sql).catch(() => undefined)
    return rows === undefined ? [] : [{ server, rows: Number(rows[0]?.[0] ?? 0) }]
  })
  return (await Promise.all(copies)).flat()
}

/** Those with the most rows: a replica has a batch by days. */
function wholeOf(copies: readonly Copy[]): Copy[] {
  const most = Math.max(0, ...copies.map(({ rows }) => rows))
  return copies.filter(({ rows }) => rows === most)
}
