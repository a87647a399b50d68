import { until } from '../../../async/until.ts'
import { withEventSource } from '../../clients/server/event-source.ts'
import { ServerRunner } from '../../clients/server/runner.ts'
import type { Server } from '../../clients/server/server.ts'
import { ownTable, type ShardTables } from '../../clients/server/shard-tables.ts'
import type { Topology } from '../../clients/server/topology.ts'
import { statementClient } from '../../clients/statement-client.ts'
import type { EventStore } from '../../contract/event-store.ts'
import type { Reachable } from '../../contract/reachable.ts'
import { text } from '../../sql/literal.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { SqlReads, SqlStore } from '../sql-store.ts'

/** A server that does not answer a ping in this time is left out. */
const pingTimeoutMs = 2_000

/**
 * Finds the shards that answer, and a store of their events. Its statements name the servers that they read:
 * with the setting `skip_unavailable_shards`, ClickHouse would not report which shards it left out.
 */
export class ReachableShards {
  readonly #store: SqlStore
  readonly #topology: Topology
  readonly #tables: ShardTables
  readonly #memoryBytes: number
  readonly #isRead: (server: Server) => boolean
  /**
   * The store of the servers that answered last, with their names. Reused for the same servers, so that its
   * lanes limit all statements on them.
   */
  #last: { names: string; store: EventStore } | undefined

  /**
   * `isRead`: whether the store has read the rows of a server at its start. Other servers count as missing.
   */
  constructor(
    store: SqlStore,
    topology: Topology,
    tables: ShardTables,
    memoryBytes: number,
    isRead: (server: Server) => boolean,
  ) {
    this.#store = store
    this.#topology = topology
    this.#tables = tables
    this.#memoryBytes = memoryBytes
    this.#isRead = isRead
  }

  /** Pings the servers that count as up. Returns the store of all shards that have an answering server. */
  async find(signal: AbortSignal): Promise<Reachable<EventStore>> {
    const { shards, servers } = this.#topology
    const answers = await Promise.all(servers.map(server => isAnswering(server, signal)))
    const answering = new Set(
      servers.filter((server, i) => answers[i] && server.health.isUp && this.#isRead(server)),
    )
    const missing = shards
      .filter(({ servers }) => !servers.some(server => answering.has(server)))
      .map(({ number, servers }) => ({ shard: number, servers: servers.map(({ name }) => name) }))
    // Uses the first answering replica of each shard, as all reads do.
    const read = shards.flatMap(({ servers }) => servers.find(server => answering.has(server)) ?? [])
    const [first] = read
    if (first === undefined) throw (servers.find(({ health }) => !health.isUp) ?? servers[0])?.health.fault()
    const lost = AbortSignal.any(read.map(({ health }) => health.down))
    return { store: missing.length === 0 ? this.#store : this.#storeOf(first, read), missing, lost }
  }

  #storeOf(first: Server, servers: readonly Server[]): EventStore {
    const names = servers.map(({ name }) => name).join(' ')
    if (this.#last?.names !== names) {
      const topology = this.#topology.only(servers)
      const runner = new ServerRunner(topology, this.#tables, { waitMs: 0 })
      const source = eventsOf(topology, this.#tables, first)
      // `source` has the password, which is masked in errors.
      const reading = withEventSource(runner, source, first.address.password)
      const client = statementClient(reading, this.#memoryBytes)
      this.#last = { names, store: readOnlyStore(this.#store, this.#store.readRows(client), runner) }
    }
    return this.#last.store
  }
}

/** Whether the server answers a ping in time and can be used. Rejects with the signal's reason. */
async function isAnswering({ health }: Server, signal: AbortSignal): Promise<boolean> {
  if (!health.isUp) return false
  const timedOut = new Error('no answer')
  try {
    await until(health.check(), { signal, timeoutMs: pingTimeoutMs, timeoutError: () => timedOut })
    return health.isUp && !health.isLate
  } catch (error) {
    if (error === timedOut) return false
    throw error
  }
}

/**
 * The events of the servers of `topology`, as a table expression for a statement on any of them. The servers
 * query each other with the user name and password of the first one.
 */
function eventsOf(
  topology: Topology,
  tables: ShardTables,
  { address: { username, password } }: Server,
): string {
  const { servers } = topology
  const own = ownTable(tables, eventsTable)
  if (servers.length === 1) return own
  const addresses = servers.map(server => topology.addressOf(server)).join(',')
  return `remote(${text(addresses)}, ${own}, ${text(username)}, ${text(password)})`
}

/** A store with these reads, which refuses appends. Marks, journal and estimates are the whole store's. */
function readOnlyStore(whole: SqlStore, reads: SqlReads, runner: ServerRunner): EventStore {
  const { estimateRows, window, mark, journal } = whole
  const refuse = async () => {
    throw new Error('a part of a store is only read')
  }
  return {
    estimateRows,
    window,
    mark,
    journal,
    ...reads,
    append: refuse,
    highestId: refuse,
    get ready() {
      return runner.ready
    },
    close: async () => {},
  }
}
