import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
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
import type { InsertFiles } from '../append/append.ts'
import {
  appendError,
  appendSettings,
  batchIdPrefix,
  insertInto,
  rowsOf,
  storedRows,
} from '../append/insert-statement.ts'
import { BatchShards } from './batch-shards.ts'
import { type LaggingReplicas, lagTimeoutMs } from './lagging-replicas.ts'
import type { ShardInserts } from './shard-inserts.ts'

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

/**
 * Streams spool files to servers, each file to one shard, in one statement that inserts one block. A file is
 * stored exactly once, for two reasons. A statement inserts only days without rows of its batch. Its id keeps
 * the server from running two statements of one batch at a time, for instance a repetition after the
 * connection broke. Replicas recognize a repetition by its token, which Keeper has for all of them.
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
  const appendBatch = async (batch: SpoolBatch, shard: Shard) => {
    const client = clientOf(shard)
    // Number of replicas that must have the batch.
    const needed = client.isReplicated ? (quorum ?? topology.replicasOf(shard.number)) : 1
    const settings = client.isReplicated ? replicatedSettings(batch, needed) : {}
    const onSend = () => batchShards.sent(batch, shard)
    const table = client.own(eventsTable)
    const missingIn = batchShards.isScattered(batch) ? eventsTable : table
    await appendFile(runner, shard, { table, missingIn }, batch, { chunks, settings, onSend })
    if (batch.repeated && needed > 1) await requireQuorum(shard, tables, batch, needed)
    if (lagging !== undefined) await untilReplicated(shard, tables, batch, lagging)
    batchShards.stored(batch)
  }
  const insert = async (batch: SpoolBatch, chosen: Shard | undefined) => {
    const shard = chosen ?? (await batchShards.find(batch))
    await shardInserts.insert(shard, () => appendBatch(batch, shard))
  }
  return batches => {
    const chosen = batches.map(batch => ({ batch, shard: batchShards.choose(batch) }))
    const parts = Map.groupBy(chosen, ({ shard }) => shard?.number)
    return [...parts].map(([number, files]) => {
      const part = number === undefined ? 'an unknown shard' : `shard ${number}`
      const isOf = (shard: Shard) => number === undefined || shard.number === number
      // The shard is not at fault if no shard takes files, or the file is refused.
      const isShardAtFault = (error: unknown) => shardInserts.hasOpen && !(error instanceof BatchRefusedError)
      const failureOf = (error: unknown) => ({ error, part: isShardAtFault(error) ? part : '' })
      // `done` waits for all statements of the shard, so that they end before one is repeated.
      const inserts = files.map(({ batch, shard }) => insert(batch, shard).then(() => undefined, failureOf))
      const isHeld = () =>
        shardInserts.hasOpen && topology.shards.some(shard => isOf(shard) && !shardInserts.isOpen(shard))
      return { batches: files.map(({ batch }) => batch), done: Promise.all(inserts), isHeld }
    })
  }
}

/** Settings of an insert into a replicated table. Keeper has a token for each day of the batch. */
export function replicatedSettings({ sequence }: Pick<SpoolBatch, 'sequence'>, quorum: number) {
  return {
    insert_deduplicate: 1,
    insert_deduplication_token: batchId(sequence),
    deduplicate_insert_select: 'force_enable',
    // Without Keeper an insert fails: the spool repeats it, and other inserts of its lane proceed.
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

/** Streams a file to a shard. `missingIn`: the table whose days with rows of the batch are left out. */
async function appendFile(
  runner: ServerRunner,
  shard: Shard,
  { table, missingIn }: { table: string; missingIn: string },
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
    const sql = `${insertInto(table)} ${rowsOf(batch, source, missingIn)} FORMAT RowBinary`
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

/** A replica that answers, and its number of rows of a batch. */
interface Copy {
  server: Server
  rows: number
}

/**
 * Rejects with storage_unavailable while fewer replicas than `quorum` have a batch. An insert waits for the
 * quorum on its own. An insert that finds the rows of an earlier, abandoned try does not: it inserts nothing.
 */
async function requireQuorum(
  shard: Shard,
  tables: ShardTables,
  batch: SpoolBatch,
  quorum: number,
): Promise<void> {
  const copies = await copiesOf(batch, tables, answering(shard))
  const wholeCopies = wholeOf(copies)
  if (wholeCopies.length >= quorum) return
  const names = wholeCopies.map(({ server }) => server.name)
  const having =
    names.length === 0 ? 'none answers' : `only ${names.join(', ')} ${names.length > 1 ? 'have' : 'has'} it`
  const detail = `Of shard ${shard.number} ${quorum} replicas must have a batch; ${having}.`
  throw new Fault('storage_unavailable', { detail, retryAfter: 2 })
}

/**
 * Waits until all replicas that answer have a batch, after a quorum has it: any of them may answer a
 * question. After some seconds it waits no longer, and watches the replicas that lack the batch or do not
 * report it.
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
    const current = new Set(wholeOf(await copiesOf(batch, tables, asked)).map(({ server }) => server))
    const others = asked.filter(server => !current.has(server) && !lagging.isLeftBehind(server))
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

/**
 * More than the high-water mark of a request. Each chunk therefore makes the stream wait for `drain`, and is
 * sent before the chunk after the next one is read.
 */
const chunkBytes = 256 * 1024
/**
 * One chunk is being sent and one is read ahead. Two more, so that nothing depends on the order in which
 * streams do that.
 */
const ringSize = 4
/** Maximum rings kept for later files: about as many as files are streamed at a time. */
const maxIdleRings = 4

type Ring = readonly Buffer[]

/**
 * Streams files in chunks with reused memory. Allocating each chunk costs the collection of all garbage that
 * comes with it: a fifth of a node's work per event.
 */
export class FileChunks {
  readonly #idle: Ring[] = []

  /** Runs `send` with a stream of the file. `send` must have sent the stream to its end when it resolves. */
  async stream(file: FileHandle, send: (stream: Readable) => Promise<void>): Promise<void> {
    const ring =
      this.#idle.pop() ?? Array.from({ length: ringSize }, () => Buffer.allocUnsafeSlow(chunkBytes))
    await send(new RingStream(file, ring))
    // After a failure a broken connection may still hold some of the chunks.
    if (this.#idle.length < maxIdleRings) this.#idle.push(ring)
  }
}

/** A stream of a file whose chunks use the buffers of a ring, one after the other. */
class RingStream extends Readable {
  readonly #file: FileHandle
  readonly #ring: Ring
  #chunks = 0
  #position = 0

  constructor(file: FileHandle, ring: Ring) {
    // One chunk is read ahead.
    super({ highWaterMark: 1 })
    this.#file = file
    this.#ring = ring
  }

  override _read(): void {
    this.#readChunk().then(
      chunk => this.push(chunk.length === 0 ? null : chunk),
      error => this.destroy(error),
    )
  }

  /** Reads a whole chunk, or the rest of the file. */
  async #readChunk(): Promise<Buffer> {
    const buffer = this.#ring[this.#chunks++ % this.#ring.length] ?? Buffer.alloc(0)
    let length = 0
    while (length < buffer.length) {
      const { bytesRead } = await this.#file.read(buffer, length, buffer.length - length, this.#position)
      if (bytesRead === 0) break
      length += bytesRead
      this.#position += bytesRead
    }
    return buffer.subarray(0, length)
  }
}
