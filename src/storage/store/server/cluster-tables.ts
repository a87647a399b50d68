import type { CheckExclusive } from '../../../schema/store/shared-log.ts'
import type { Server } from '../../clients/server/server.ts'
import { ownTable, type ShardTables } from '../../clients/server/shard-tables.ts'
import { type Topology, UnsuitableServerError } from '../../clients/server/topology.ts'
import type { ShardClient } from '../../clients/sql-client.ts'
import { text } from '../../sql/literal.ts'
import { dayNamesTable, deletedTable, droppedTable, eventsTable, figuresTable } from '../../sql/tables.ts'
import { migrate, newestVersion, versionsTable } from '../tables/migrate.ts'
import { migrations } from '../tables/migrations.ts'
import { oldDaysTable } from '../tables/save-space.ts'
import { oldWordsTable } from '../tables/solo-words.ts'

/** Tables that are read from all shards. */
const readTables = [eventsTable, figuresTable, droppedTable, deletedTable]
const allTables = [...readTables, dayNamesTable, versionsTable, oldDaysTable, oldWordsTable]

/** Number, and age in seconds, of insert tokens that Keeper remembers for a shard. */
const maxTokens = 100_000
const maxTokenAgeSeconds = 7 * 86_400

/**
 * Migrates the tables of all shards to the current version. With `mayLackShards`, leaves out shards that do
 * not answer. The lock of the store keeps other processes from migrating at the same time.
 */
export async function prepareTables(
  topology: Topology,
  tables: ShardTables,
  clients: readonly ShardClient[],
  mayLackShards: boolean,
  check?: CheckExclusive,
): Promise<void> {
  for (const server of topology.servers) if (server.health.isUp) await checkEngines(server, tables)
  const prepared = topology.shards.map(async (shard, i) => {
    const [first, ...others] = shard.servers.filter(({ health }) => health.isUp)
    const client = clients[i]
    if (first === undefined && mayLackShards) return
    if (first === undefined || client === undefined) throw shard.servers[0]?.health.fault()
    if (tables.cluster !== undefined && !tables.isReplicated) await adopt(first)
    await migrate(client, migrations, check)
    for (const other of others) await copyTables(first, other)
  })
  // All migrations end before this process releases the lock, even if one fails.
  for (const outcome of await Promise.allSettled(prepared))
    if (outcome.status === 'rejected') throw outcome.reason
  if (tables.cluster === undefined) return
  for (const server of topology.servers) if (server.health.isUp) await completeTables(server, tables)
}

/**
 * Throws an UnsuitableServerError if the tables of a shard that was away at the start are not of the current
 * version.
 */
export async function requireCurrentTables(server: Server, tables: ShardTables): Promise<void> {
  const own = ownTable(tables, versionsTable)
  const [[exists] = []] = await server.select(
    `SELECT count() FROM system.tables WHERE concat(database, '.', name) = ${text(own)}`,
  )
  const [[version] = []] = Number(exists) === 0 ? [] : await server.select(`SELECT max(version) FROM ${own}`)
  if (Number(version ?? 0) === newestVersion()) return
  throw new UnsuitableServerError(
    `the tables of the ClickHouse server ${server.name} have version ${version ?? 0} instead of ${newestVersion()}: restart Millrace, which upgrades them`,
  )
}

/** Gives a returning replica the tables that it lacks. */
export async function completeReplica(
  server: Server,
  topology: Topology,
  tables: ShardTables,
): Promise<void> {
  if (tables.isReplicated) {
    const shard = topology.shards.find(({ servers }) => servers.includes(server))
    const other = shard?.servers.find(other => other !== server && other.health.isUp)
    if (other !== undefined) await copyTables(other, server)
  }
  await completeTables(server, tables)
}

/** Throws an UnsuitableServerError when a server has tables of another store type. */
async function checkEngines(server: Server, { cluster, isReplicated }: ShardTables): Promise<void> {
  const rows = await server.select(
    `SELECT name, engine FROM system.tables WHERE database = 'millrace' AND name IN ('events', 'events_local')`,
  )
  const engines = new Map(rows.map(([name, engine]) => [String(name), String(engine)]))
  const [events, own] = [engines.get('events'), engines.get('events_local')]
  const named = `the ClickHouse server ${server.name}`
  if (cluster === undefined) {
    if (events === 'Distributed')
      throw new UnsuitableServerError(
        `${named} has a shard of a cluster: MILLRACE_CLICKHOUSE_CLUSTER must name it`,
      )
    return
  }
  // Undefined: the server has no such table yet.
  const isOwnReplicated = own?.startsWith('Replicated')
  if (isReplicated && (isOwnReplicated === false || (events !== undefined && events !== 'Distributed')))
    throw new UnsuitableServerError(
      `${named} has events in tables that are not replicated, which MILLRACE_CLICKHOUSE_REPLICATED asks for`,
    )
  if (!isReplicated && isOwnReplicated === true)
    throw new UnsuitableServerError(
      `${named} has events in replicated tables: MILLRACE_CLICKHOUSE_REPLICATED must be true`,
    )
}

/**
 * Turns the tables of a server that held the whole store into tables of a shard, unless that was done before.
 */
async function adopt(server: Server): Promise<void> {
  const rows = await server.select(
    `SELECT name FROM system.tables WHERE database = 'millrace' AND engine != 'Distributed'`,
  )
  const present = new Set(rows.map(([name]) => `millrace.${String(name)}`))
  for (const table of allTables) {
    const own = ownTable({ cluster: 'any' }, table)
    if (present.has(table) && !present.has(own)) await server.select(`RENAME TABLE ${table} TO ${own}`)
  }
}

/** Gives a server the tables of another replica of its shard, whose rows it then fetches on its own. */
async function copyTables(from: Server, to: Server): Promise<void> {
  await to.select('CREATE DATABASE IF NOT EXISTS millrace ENGINE = Atomic')
  const rows = await from.select(
    `SELECT create_table_query FROM system.tables WHERE database = 'millrace' AND engine LIKE 'Replicated%'`,
  )
  for (const [create] of rows)
    await to.select(String(create).replace('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS'))
}

/**
 * Sets how many insert tokens Keeper remembers, and for how long. Changes nothing if that is set already,
 * since a replicated table cannot be changed while Keeper is away.
 */
async function keepTokens(server: Server, cluster: string): Promise<void> {
  const own = ownTable({ cluster }, eventsTable)
  const settings = [
    `replicated_deduplication_window = ${maxTokens}`,
    `replicated_deduplication_window_seconds = ${maxTokenAgeSeconds}`,
  ]
  const areSet = settings.map(setting => `position(engine_full, ${text(setting)}) > 0`).join(' AND ')
  const [[set] = []] = await server.select(
    `SELECT count() FROM system.tables WHERE concat(database, '.', name) = ${text(own)} AND ${areSet}`,
  )
  if (Number(set) === 0) await server.select(`ALTER TABLE ${own} MODIFY SETTING ${settings.join(', ')}`)
}

/**
 * Creates the tables that read all shards. Replaces them if their columns differ from the shard's own table,
 * or if the cluster differs: they hold no rows.
 */
async function completeTables(server: Server, { cluster = '', isReplicated }: ShardTables): Promise<void> {
  if (isReplicated) await keepTokens(server, cluster)
  for (const table of readTables) {
    const [database = '', name = ''] = table.split('.')
    const own = ownTable({ cluster }, table)
    const ownName = own.slice(database.length + 1)
    const names = `(${text(name)}, ${text(ownName)})`
    const engine = `Distributed(${text(cluster)}, ${text(database)}, ${text(ownName)})`
    // A column that both tables have is counted twice, any other one is a difference.
    const [[differences, engines] = []] = await server.select(
      `SELECT (SELECT count() FROM (SELECT name, type, default_kind, default_expression FROM system.columns WHERE database = ${text(database)} AND table IN ${names} GROUP BY ALL HAVING count() != 2)),
       (SELECT count() FROM system.tables WHERE database = ${text(database)} AND name = ${text(name)} AND engine_full = ${text(engine)})`,
    )
    if (Number(differences) === 0 && Number(engines) === 1) continue
    await server.select(`CREATE OR REPLACE TABLE ${table} AS ${own} ENGINE = ${engine}`)
  }
}
