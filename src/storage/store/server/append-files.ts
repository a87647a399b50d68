import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasErrorCode } from '../../../schema/error-code.ts'
import { rowStructure, type SpoolBatch } from '../../../schema/event/row.ts'
import { Fault } from '../../../schema/fault.ts'
import { BatchRefusedError } from '../../../schema/intake/batch-refused.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import { isUp, type ServerRunner } from '../../clients/server/runner.ts'
import type { Server } from '../../clients/server/server.ts'
import { ownTable, type ShardTables } from '../../clients/server/shard-tables.ts'
import type { Shard } from '../../clients/server/topology.ts'
import type { ShardClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { text } from '../../sql/literal.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { InsertFiles, InsertPart } from '../append/append.ts'
import {
  appendError,
  appendSettings,
  batchIdPrefix,
  insertInto,
  rowsOf,
  storedRows,
} from '../append/insert-statement.ts'
import { BatchShards } from './batch-shards.ts'
import { FileChunks } from './file-chunks.ts'
import { type LaggingReplicas, lagTimeoutMs } from './lagging-replicas.ts'
import type { ShardInserts } from './shard-inserts.ts'
import { daysOf, type ReplicaRows, withWholeBatch } from './whole-batch.ts'

/** Delays between checks whether replicas have a batch: the delay doubles from check to check. */
const minPollMs = 10
const maxPollMs = 200

const insertTimeoutSeconds = 120
const findRead = internalRead('short', 30)

interface Replication {
  /** Number of replicas of the shard that must have a batch before it is stored; all when absent. */
  quorum?: number | undefined
  /** Set if `quorum` may be fewer than all replicas. */
  lagging?: LaggingReplicas | undefined
}

/** A batch, with the shard that gets it; undefined: the shard must be looked for. */
interface ChosenShard {
  batch: SpoolBatch
  shard: Shard | undefined
}

/**
 * Streams spool files to servers, each file to one shard, in one statement that inserts one block. Three
 * facts ensure that a file is stored exactly once:
 *
 * - A statement inserts only days without rows of its batch.
 * - The id of a statement keeps the server from running two statements of one batch at a time, for instance a
 *   repetition after the connection broke.
 * - Replicas recognize a repetition by its token, which Keeper has for all of them.
 */
export function appendToServers(
  runner: ServerRunner,
  clients: readonly ShardClient[],
  tables: ShardTables,
  { quorum, lagging, shardInserts }: Replication & { shardInserts: ShardInserts },
): InsertFiles {
  const { topology } = runner
  const chunks = new FileChunks()
  const clientOf = ({ number }: Shard) => {
    const client = clients[topology.shards.findIndex(shard => shard.number === number)]
    if (client === undefined) throw new RangeError(`no shard ${number}`)
    return client
  }
  const batchShards = new BatchShards({
    shards: () => topology.shards,
    isUp,
    isOpen: shard => shardInserts.isOpen(shard),
    async find(batch) {
      const down = topology.shards.find(shard => !isUp(shard))
      if (down !== undefined) throw down.servers[0]?.health.fault() ?? new Fault('starting')
      const found = await Promise.all(topology.shards.map(shard => mayHave(clientOf(shard), batch)))
      return topology.shards.find((_, i) => found[i])
    },
  })
  /** Number of days of a batch that other shards have. */
  const daysElsewhere = async (batch: SpoolBatch, shard: Shard): Promise<number> => {
    if (!batchShards.isScattered(batch)) return 0
    const others = topology.shards.filter(({ number }) => number !== shard.number)
    const sql = (client: ShardClient) =>
      `SELECT uniqExact(toYYYYMMDD(sec)) FROM ${client.own(eventsTable)} WHERE ${storedRows(batch)}`
    const clients = others.map(clientOf)
    const found = await Promise.all(clients.map(client => client.select(sql(client), findRead)))
    return found.reduce((sum, rows) => sum + Number(rows[0]?.[0] ?? 0), 0)
  }
  const appendBatch = async (batch: SpoolBatch, shard: Shard) => {
    const client = clientOf(shard)
    const neededReplicas = client.isReplicated ? (quorum ?? topology.replicasOf(shard.number)) : 1
    const settings = client.isReplicated ? replicatedSettings(batch, neededReplicas) : {}
    const onSend = () => batchShards.sent(batch, shard)
    const table = client.own(eventsTable)
    const searchedTable = batchShards.isScattered(batch) ? eventsTable : table
    await appendFile(runner, shard, { table, searchedTable }, batch, { chunks, settings, onSend })
    if (batch.repeated && neededReplicas > 1) {
      const replicas = await rowsOnReplicas(batch, tables, answering(shard))
      // The replica that has rows may be the one that does not answer.
      const isUnsure = replicas.length < topology.replicasOf(shard.number)
      const minDays = isUnsure ? daysOf(batch) - (await daysElsewhere(batch, shard)) : 0
      requireQuorum(shard, withWholeBatch(replicas, minDays), neededReplicas)
    }
    if (lagging !== undefined) await untilReplicated(shard, tables, batch, lagging)
    batchShards.stored(batch)
  }
  const insert = async (batch: SpoolBatch, chosen: Shard | undefined) => {
    const shard = chosen ?? (await batchShards.find(batch))
    await shardInserts.insert(shard, () => appendBatch(batch, shard))
  }
  // Without `number`, it is not known yet which shard has rows of these batches.
  const insertPart = (number: number | undefined, chosen: readonly ChosenShard[]): InsertPart => {
    const part = number === undefined ? 'an unknown shard' : `shard ${number}`
    // The shard is not at fault if no shard takes files, or the file is refused.
    const isShardAtFault = (error: unknown) => shardInserts.hasOpen && !(error instanceof BatchRefusedError)
    const failureOf = (error: unknown) => ({ error, part: isShardAtFault(error) ? part : '' })
    const inserts = chosen.map(({ batch, shard }) => insert(batch, shard).then(() => undefined, failureOf))
    const isHeld = () => {
      const possible = topology.shards.filter(shard => number === undefined || shard.number === number)
      return shardInserts.hasOpen && possible.some(shard => !shardInserts.isOpen(shard))
    }
    // `done` waits for all statements of the shard, so that they end before one is repeated.
    return { batches: chosen.map(({ batch }) => batch), done: Promise.all(inserts), isHeld }
  }
  return batches => {
    const chosen = batches.map(batch => ({ batch, shard: batchShards.choose(batch) }))
    // By number: each read of `topology.shards` makes new objects.
    const byShard = Map.groupBy(chosen, ({ shard }) => shard?.number)
    return [...byShard].map(([number, ofShard]) => insertPart(number, ofShard))
  }
}

/** Settings of an insert into a replicated table. Keeper has a token for each day of the batch. */
export function replicatedSettings({ sequence }: Pick<SpoolBatch, 'sequence'>, quorum: number) {
  return {
    insert_deduplicate: 1,
    insert_deduplication_token: batchId(sequence),
    deduplicate_insert_select: 'force_enable',
    // Without Keeper an insert fails: the spool repeats it, and other inserts proceed.
    insert_keeper_max_retries: 3,
    insert_keeper_retry_max_backoff_ms: 1_000,
    insert_quorum: quorum,
    insert_quorum_timeout: (insertTimeoutSeconds / 2) * 1_000,
  }
}

function batchId(sequence: number): string {
  return `${batchIdPrefix}${sequence}`
}

/** Whether a shard has rows of a batch, or is inserting some for a process that has ended. */
async function mayHave(client: ShardClient, batch: SpoolBatch): Promise<boolean> {
  const [[found] = []] = await client.select(
    `SELECT (SELECT count() FROM ${client.own(eventsTable)} WHERE ${storedRows(batch)})
     + (SELECT count() FROM system.processes WHERE query_id = ${text(batchId(batch.sequence))})`,
    findRead,
  )
  return Number(found) > 0
}

interface AppendOptions {
  chunks: FileChunks
  settings: Record<string, string | number>
  onSend: () => void
}

/** Streams a file to a shard. `searchedTable`: the table whose days with rows of the batch are left out. */
async function appendFile(
  runner: ServerRunner,
  shard: Shard,
  { table, searchedTable }: { table: string; searchedTable: string },
  batch: SpoolBatch,
  { chunks, settings, onSend }: AppendOptions,
): Promise<void> {
  const file = await open(batch.file).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) throw new BatchRefusedError(thrownText(error), { cause: error })
    throw error
  })
  try {
    if ((await file.stat()).size === 0) return
    const source = `input(${text(rowStructure(batch.file))})`
    const sql = `${insertInto(table)} ${rowsOf(batch, source, searchedTable)} FORMAT RowBinary`
    const allSettings = { ...appendSettings, max_execution_time: insertTimeoutSeconds, ...settings }
    const id = batchId(batch.sequence)
    await chunks.stream(file, stream =>
      runner.insert(shard, sql, { stream, settings: allSettings, onSend }, id, insertTimeoutSeconds),
    )
  } catch (error) {
    throw appendError(error)
  } finally {
    await file.close()
  }
}

/**
 * Throws storage_unavailable while fewer replicas than `quorum` have a batch (`complete`). An insert waits
 * for the quorum on its own. An insert that finds the rows of an earlier, abandoned try does not: it inserts
 * nothing.
 */
function requireQuorum(shard: Shard, complete: readonly Server[], quorum: number): void {
  if (complete.length >= quorum) return
  const names = complete.map(({ name }) => name)
  const having =
    names.length === 0
      ? 'none is known to have it'
      : `only ${names.join(', ')} ${names.length > 1 ? 'have' : 'has'} it`
  const detail = `${quorum} replicas of shard ${shard.number} must have a batch; ${having}.`
  throw new Fault('storage_unavailable', { detail, retryAfter: 2 })
}

/**
 * Waits until all replicas that answer have a batch, after a quorum has it: each of them may answer a read.
 * Waits at most some seconds, then watches the replicas that lack the batch or do not report it.
 */
async function untilReplicated(
  shard: Shard,
  tables: ShardTables,
  batch: SpoolBatch,
  lagging: Pick<LaggingReplicas, 'isLeftBehind' | 'watch'>,
): Promise<void> {
  const end = performance.now() + lagTimeoutMs
  for (let pollMs = minPollMs; ; pollMs = Math.min(2 * pollMs, maxPollMs)) {
    const asked = answering(shard)
    const complete = withWholeBatch(await rowsOnReplicas(batch, tables, asked))
    const behind = asked.filter(server => !complete.includes(server) && !lagging.isLeftBehind(server))
    if (behind.length === 0) return
    if (performance.now() > end) {
      for (const server of behind) void lagging.watch(server)
      return
    }
    await sleep(pollMs)
  }
}

function answering({ servers }: Shard): Server[] {
  return servers.filter(({ health }) => health.isUp)
}

/** Counts the rows of a batch on each of these servers. Leaves out servers whose statement fails. */
async function rowsOnReplicas(
  batch: SpoolBatch,
  tables: ShardTables,
  servers: readonly Server[],
): Promise<ReplicaRows<Server>[]> {
  const sql = `SELECT count(), uniqExact(toYYYYMMDD(sec)) FROM ${ownTable(tables, eventsTable)} WHERE ${storedRows(batch)}`
  const counted = servers.map(async server => {
    const rows = await server.select(sql).catch(() => undefined)
    const [counts = []] = rows ?? []
    return rows === undefined ? [] : [{ server, rows: Number(counts[0] ?? 0), days: Number(counts[1] ?? 0) }]
  })
  return (await Promise.all(counted)).flat()
}
