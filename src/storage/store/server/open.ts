import { readFile } from 'node:fs/promises'
import type { SpoolBatch } from '../../../schema/event/row.ts'
import { Fault } from '../../../schema/fault.ts'
import type { CheckExclusive, SharedLog } from '../../../schema/store/shared-log.ts'
import type { ServerAddress } from '../../clients/server/address.ts'
import { checkVersion, waitForServers } from '../../clients/server/known-servers.ts'
import { connections, ServerRunner } from '../../clients/server/runner.ts'
import { Server } from '../../clients/server/server.ts'
import type { ShardTables } from '../../clients/server/shard-tables.ts'
import { Topology, UnsuitableServerError } from '../../clients/server/topology.ts'
import { statementClient } from '../../clients/statement-client.ts'
import { type InsertFiles, untilStored } from '../append/append.ts'
import { AttachDays } from '../copy/attach-days.ts'
import { OldBatchGate } from '../copy/old-batch-gate.ts'
import type { MissingShards } from '../missing-shards.ts'
import { openSqlStore } from '../open-sql-store.ts'
import type { SqlStore, StoreOptions } from '../sql-store.ts'
import { DeletedRows } from '../tables/deleted-rows.ts'
import { OldDays } from '../tables/old-days.ts'
import { currentWords } from '../tables/solo-words.ts'
import { appendToServers } from './append-files.ts'
import { completeReplica, prepareTables, requireCurrentTables } from './cluster-tables.ts'
import { LaggingReplicas } from './lagging-replicas.ts'
import { ReachableShards } from './reachable-shards.ts'
import { ShardInserts } from './shard-inserts.ts'

/** The longest time of a timer: 24 days. */
const maxTimerMs = 2 ** 31 - 1

/** Memory per server: its statements may take the default of the embedded engine. */
export const serverMemoryBytes = 900_000_000

/** Servers that hold the store. */
export interface ServersOptions {
  /** One server, or all of a cluster. */
  addresses: readonly [ServerAddress, ...ServerAddress[]]
  /** Name of the cluster in the configuration of the servers; undefined for a single server. */
  cluster?: string | undefined
  /** Whether a shard may have several servers, with the same rows. */
  isReplicated?: boolean
  /** Number of replicas of the shard that must have a batch before it is stored; all when absent. */
  quorum?: number | undefined
  /** Path of the certificate (PEM) of the authority that signed the servers' certificates. */
  caFile?: string | undefined
  /** The user of the store: the same for consecutive processes. Letters, digits and hyphens. */
  owner: string
  /**
   * Whether the store may be opened while shards without replicas are away: only if an earlier run has
   * migrated their tables to this version.
   */
  mayLackShards?: boolean | undefined
}

/** The store on ClickHouse servers, with the parts that only its owner may use. */
export interface ServerStore extends SqlStore {
  readonly runner: ServerRunner
  readonly attachDays: AttachDays
  /** The days whose index of words is being updated (version 8 of the tables). */
  readonly oldWords: OldDays
}

/**
 * Opens the store on servers and migrates its tables to the current version. Waits for servers that do not
 * answer yet.
 */
export async function openServerStore(options: ServersOptions & StoreOptions): Promise<ServerStore> {
  const { addresses, cluster, isReplicated = false, quorum, caFile, sharedLog, log } = options
  // Only a store without a shared log is locked for one owner: nodes with a log know each other through it.
  const owner = sharedLog === undefined ? options.owner : undefined
  const ca = caFile === undefined ? undefined : await readAuthority(caFile)
  const common = { owner, isReplicated, quorum, log, ...(ca !== undefined && { ca }) }
  const servers = addresses.map(address => new Server({ ...common, address }, connections))
  try {
    const tables = { cluster, isReplicated }
    const topology = new Topology(servers, cluster)
    const mayLackShards = options.mayLackShards === true && !isReplicated
    await waitForServers(topology, mayLackShards)
    // Servers that do not answer yet: the store opens without the rows of their shards.
    const late = new Set(mayLackShards ? servers.filter(({ health }) => !health.isUp) : [])
    for (const server of late)
      server.prepare = async () => {
        await requireCurrentTables(server, tables)
        await prepareAgain(server, topology, tables)
      }
    const runner = new ServerRunner(topology, tables)
    const client = statementClient(runner, serverMemoryBytes)
    const prepare = (check?: CheckExclusive) =>
      prepareTables(topology, tables, client.shards, mayLackShards, check)
    await (sharedLog?.exclusively('migration', prepare) ?? prepare())
    for (const server of servers)
      if (!late.has(server)) server.prepare = () => prepareAgain(server, topology, tables)
    const missing = late.size === 0 ? undefined : missingShards(topology, tables, late)
    // Without a quorum setting, all replicas have every stored row.
    const lagging =
      isReplicated && quorum !== undefined
        ? new LaggingReplicas({ servers, caughtUp: () => store.reread(), log })
        : undefined
    const shardInserts = new ShardInserts(topology)
    const appendFiles = appendToServers(runner, client.shards, tables, { quorum, lagging, shardInserts })
    const insertFiles = insertOldAlone(appendFiles, sharedLog)
    const store = await openSqlStore({ client, insertFiles, missing }, options)
    const { close } = store
    for (const server of lagging === undefined ? [] : servers) {
      server.prepare = async () => {
        await prepareAgain(server, topology, tables)
        // Other replicas may have waited for rows that only this one has.
        for (const each of servers) void lagging?.watch(each)
      }
      if (server.health.isUp) void lagging?.watch(server)
    }
    const gate = new OldBatchGate()
    const appendEach = gate.appendEach.bind(gate, store.appendEach)
    const attachDays = new AttachDays({ store, gate, sharedLog, log })
    attachDays.start()
    const oldWords = new OldDays(currentWords, { client: store.client, memoryBytes: serverMemoryBytes, log })
    oldWords.start()
    const deletedRows = new DeletedRows({ client: store.client, memoryBytes: serverMemoryBytes, log })
    deletedRows.start()
    const reachable = new ReachableShards(
      store,
      topology,
      tables,
      serverMemoryBytes,
      server => !late.has(server),
    )
    return Object.assign(store, {
      ...(topology.shards.length > 1 && { reachable: reachable.find.bind(reachable) }),
      runner,
      attachDays,
      oldWords,
      append: (...batches: SpoolBatch[]) => untilStored(appendEach(batches)),
      appendEach,
      async close() {
        lagging?.close()
        oldWords.stop()
        deletedRows.stop()
        await attachDays.stop()
        await close()
      },
    })
  } catch (error) {
    await Promise.all(servers.map(server => server.close()))
    throw error
  }
}

/**
 * Reads a store without the servers in `late`. `onWhole` empties `late`, since the store then has all rows.
 */
function missingShards(topology: Topology, tables: ShardTables, late: Set<Server>): MissingShards {
  const present = topology.servers.filter(server => !late.has(server))
  const runner = new ServerRunner(topology.only(present), tables)
  return {
    client: statementClient(runner, serverMemoryBytes, { skip_unavailable_shards: 1 }),
    untilWhole: async () => void (await Promise.all(Array.from(late, untilUp))),
    fault: () => [...late].find(({ health }) => !health.isUp)?.health.fault() ?? new Fault('starting'),
    onWhole: () => late.clear(),
  }
}

/** Resolves when a server answers, no matter how long that takes. Rejects when the server is closed. */
async function untilUp({ health }: Server): Promise<void> {
  while (!health.isUp) {
    try {
      await health.untilUp(undefined, maxTimerMs)
    } catch (error) {
      if (!(error instanceof Fault) || error.code === 'starting') throw error
    }
  }
}

async function readAuthority(file: string): Promise<Buffer> {
  return await readFile(file).catch((cause: unknown) => {
    throw new UnsuitableServerError(`the file of MILLRACE_CLICKHOUSE_CA, ${file}, cannot be read`, { cause })
  })
}

/**
 * Separates inserts of old batches from the attaching of a copied day across all nodes, as OldBatchGate does
 * in one process. Batches that the log has numbered are never in a copy.
 */
function insertOldAlone(insertFiles: InsertFiles, sharedLog: SharedLog | undefined): InsertFiles {
  if (sharedLog === undefined) return insertFiles
  return batches => {
    if (batches.every(({ sequence }) => sequence > sharedLog.ownNumbers)) return insertFiles(batches)
    const insertAll = async () => {
      const parts = await Promise.all(
        insertFiles(batches).map(async ({ batches, done }) => ({ batches, failures: await done })),
      )
      const failures = new Map(
        parts.flatMap(part => part.batches.map((batch, i) => [batch, part.failures[i]])),
      )
      return batches.map(batch => failures.get(batch))
    }
    const done = sharedLog
      .exclusively('copy', insertAll)
      .catch((error: unknown) => batches.map(() => ({ error, part: '' })))
    return [{ batches, done, isHeld: () => false }]
  }
}

/** Prepares a server that answers again, or for the first time after the store was opened. */
async function prepareAgain(
  server: Server,
  topology: Topology,
  tables: { cluster: string | undefined; isReplicated: boolean },
): Promise<void> {
  await checkVersion(server)
  await topology.locate(server)
  if (tables.cluster !== undefined) await completeReplica(server, topology, tables)
}
