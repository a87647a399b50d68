import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { until } from '../../../async/until.ts'
import { Fault } from '../../../schema/fault.ts'
import type { EventBatch, Read } from '../../contract/event-store.ts'
import type { ShardRunner, StatementRead, StatementRunner } from '../statement-client.ts'
import { ConnectionLostError } from './answer-error.ts'
import type { InsertBody, Server } from './server.ts'
import { type ShardTables, shardRunner } from './shard-tables.ts'
import { StatementEnd } from './statement-end.ts'
import type { Shard, Topology } from './topology.ts'

/**
 * Maximum concurrent statements per lane, over all servers; in the lane `insert`, per shard. One server may
 * get all of them, each over a connection of its own.
 */
const lanes = { insert: 4, short: 12, long: 4, chunks: 4 } as const
type Lane = keyof typeof lanes
/** Connections for statements to one server. */
export const connections = Object.values(lanes).reduce((sum, size) => sum + size, 0)

/** Maximum waiting statements per lane; further ones are refused at once. */
const maxWaiting = 1_000
/** Timeout of a statement without its own. */
const defaultTimeoutSeconds = 600
/** The server ends a statement at its timeout; if it does not, we do after this time. */
const graceMs = 1_000
/** Maximum retries of a read whose connection breaks. */
const maxRetries = 2

/** Where a statement reads or writes: one shard, or all shards through any server. */
type Target = Shard | 'all'
type Limit = ReturnType<typeof pLimit>

/**
 * Runs statements on ClickHouse servers, over HTTP. Reads are retried when their connection breaks; inserts
 * fail, and the spool repeats them.
 */
export class ServerRunner implements StatementRunner {
  readonly topology: Topology
  readonly shards: readonly [ShardRunner, ...ShardRunner[]]
  readonly #idPrefix = `millrace-${randomUUID()}`
  readonly #limits = {
    short: pLimit(lanes.short),
    long: pLimit(lanes.long),
    chunks: pLimit(lanes.chunks),
  } satisfies Record<Exclude<Lane, 'insert'>, unknown>
  /** By number of the shard: a slow shard does not delay inserts into the others. */
  readonly #inserts = new Map<number | 'all', Limit>()
  readonly #waitMs: number | undefined
  #lastId = 0
  /** Rises with each statement that any server can run, so that the servers take turns. */
  #nextServer = 0

  /**
   * The servers must have their places in the topology. `waitMs`: how long statements wait for servers that
   * are down; some seconds when absent.
   */
  constructor(topology: Topology, tables: ShardTables, { waitMs }: { waitMs?: number } = {}) {
    this.topology = topology
    this.#waitMs = waitMs
    const [first, ...others] = topology.shards
    if (first === undefined) throw new RangeError('a store has at least one shard')
    const runnerOf = ({ number }: Shard) =>
      shardRunner(number, tables, {
        run: (lane, sql, read, id) => this.#run(this.#shard(number), lane, sql, read, id),
        onReplicas: sql => this.#runOnReplicas(this.#shard(number), sql),
      })
    this.shards = [runnerOf(first), ...others.map(runnerOf)]
  }

  /** Whether each shard has an answering server. */
  get ready(): boolean {
    return this.topology.shards.every(isUp)
  }

  async run(
    lane: 'insert' | Read['lane'],
    sql: string,
    read?: StatementRead,
    id?: string,
  ): Promise<Uint8Array> {
    return await this.#run('all', lane, sql, read, id)
  }

  /**
   * Inserts the data of `body` by a statement that ends with the data format. Calls `onSend` right before the
   * data is sent. A server runs one statement per id at a time.
   */
  async insert(
    shard: Shard,
    sql: string,
    body: InsertBody & { onSend?: () => void },
    id: string,
    timeoutSeconds: number,
  ): Promise<void> {
    await this.#inLane(this.#insertsOf(shard), undefined, () =>
      this.#runWithRetries(shard, 'insert', id, sql, { timeout: timeoutSeconds }, body),
    )
  }

  async *chunks(sql: string, read: Omit<Read, 'lane'>): AsyncGenerator<EventBatch> {
    // Holds a slot of the lane until the consumer has read the last chunk or stops.
    const done = Promise.withResolvers<void>()
    const hasSlot = Promise.withResolvers<void>()
    this.#inLane(this.#limits.chunks, read.signal, async () => {
      hasSlot.resolve()
      await done.promise
    }).catch(hasSlot.reject)
    try {
      await hasSlot.promise
      const server = await this.#serverFor('all', read.signal)
      const { signal, timeout, account } = read
      const id = this.#nextId()
      const newEnd = () => this.#end('all', server, signal, timeout * 1_000)
      yield* server.stream({ id, sql, account }, newEnd, () => this.#kill(id))
    } finally {
      done.resolve()
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.topology.servers.map(server => server.close()))
  }

  #shard(number: number): Shard {
    const shard = this.topology.shards.find(shard => shard.number === number)
    if (shard === undefined) throw new RangeError(`no shard ${number}`)
    return shard
  }

  #nextId(): string {
    return `${this.#idPrefix}-${++this.#lastId}`
  }

  async #run(
    target: Target,
    lane: 'insert' | Read['lane'],
    sql: string,
    read: StatementRead = {},
    id?: string,
  ) {
    const limit = lane === 'insert' ? this.#insertsOf(target) : this.#limits[lane]
    return await this.#inLane(limit, read.signal, () =>
      this.#runWithRetries(target, lane, id ?? this.#nextId(), sql, read),
    )
  }

  async #runOnReplicas(shard: Shard, sql: string): Promise<Uint8Array[]> {
    const { number, servers } = shard
    if (servers.length < this.topology.replicasOf(number))
      throw new Fault('storage_unavailable', {
        detail: `Only these replicas of shard ${number} have answered so far: ${servers.map(({ name }) => name).join(', ')}.`,
        retryAfter: 2,
      })
    return await Promise.all(servers.map(server => this.#run({ ...shard, servers: [server] }, 'long', sql)))
  }

  #insertsOf(target: Target): Limit {
    const key = target === 'all' ? target : target.number
    const limit = this.#inserts.get(key) ?? pLimit(lanes.insert)
    this.#inserts.set(key, limit)
    return limit
  }

  async #inLane<T>(limit: Limit, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted()
    if (limit.pendingCount >= maxWaiting) throw new Fault('overloaded', { retryAfter: 2 })
    const turn = limit(async () => {
      signal?.throwIfAborted()
      return await work()
    })
    return await until(turn, { signal })
  }

  /** Runs a statement on a server that answers. Repeats a read on another one when the connection breaks. */
  async #runWithRetries(
    target: Target,
    lane: 'insert' | Read['lane'],
    id: string,
    sql: string,
    { signal, timeout = defaultTimeoutSeconds, account, maxBytes }: StatementRead,
    body?: InsertBody & { onSend?: () => void },
  ): Promise<Uint8Array> {
    // An insert into one of several shards fails at once: other shards may accept its batch meanwhile.
    const waitMs = body !== undefined && this.topology.shards.length > 1 ? 0 : this.#waitMs
    for (let attempt = 0; ; attempt++) {
      const server = await this.#serverFor(target, signal, waitMs)
      const end = this.#end(target, server, signal, timeout * 1_000 + graceMs)
      const statement = { id: attempt === 0 ? id : `${id}-${attempt}`, sql, account, maxBytes }
      body?.onSend?.()
      try {
        // An insert runs to its own end: its repetition has the same id, and would be killed instead.
        const abandon = () => lane === 'insert' || this.#kill(statement.id)
        return await server.ask(statement, end, abandon, body)
      } catch (error) {
        if (!(error instanceof ConnectionLostError)) throw error
        await this.#checkServers()
        if (lane === 'insert' || attempt === maxRetries) throw this.#unavailable(server, error)
      }
    }
  }

  /**
   * Pings all servers after a connection broke. If there are several, waits some seconds for the answers: the
   * server may have lost another one.
   */
  async #checkServers(): Promise<void> {
    const { servers } = this.topology
    const checks = Promise.all(servers.map(({ health }) => health.check()))
    if (servers.length > 1) await until(checks, { timeoutMs: 4_000 }).catch(() => {})
  }

  /**
   * A server that can answer for the target: waits some seconds for a server of each shard. Rejects with a
   * Fault that names a missing server.
   */
  async #serverFor(target: Target, signal: AbortSignal | undefined, waitMs = this.#waitMs): Promise<Server> {
    const wanted = target === 'all' ? this.topology.shards : [target]
    await Promise.all(wanted.map(shard => untilUp(shard, signal, waitMs)))
    const up = wanted.flatMap(({ servers }) => servers.filter(({ health }) => health.isUp))
    // One shard: its first server that is up, in the order that reads use. All shards: another one each time.
    const server = up[target === 'all' ? this.#nextServer++ % up.length : 0]
    if (server === undefined) throw wanted[0]?.servers[0]?.health.fault() ?? new Fault('starting')
    return server
  }

  #end(target: Target, server: Server, signal: AbortSignal | undefined, timeoutMs: number): StatementEnd {
    const needed = target === 'all' ? this.topology.servers : [server]
    return new StatementEnd({
      signal,
      downs: needed.filter(({ health }) => health.isUp).map(({ health }) => health.down),
      timeoutMs,
      timeoutError: () =>
        needed.find(({ health }) => health.isLate)?.health.fault() ?? new Fault('query_timeout'),
    })
  }

  #kill(id: string): void {
    for (const server of this.topology.servers) server.kill(id)
  }

  #unavailable(server: Server, error: ConnectionLostError): Fault {
    const down = this.topology.servers.find(({ health }) => !health.isUp)
    if (down !== undefined) return down.health.fault()
    const detail =
      error.unreachablePeer === undefined
        ? `The connection to the ClickHouse server ${server.name} broke.`
        : `The ClickHouse server ${server.name} cannot reach ${error.unreachablePeer} of its cluster.`
    return new Fault('storage_unavailable', { detail, retryAfter: 1, cause: error })
  }
}

/** Whether a server of a shard answers. */
export function isUp({ servers }: Shard): boolean {
  return servers.some(({ health }) => health.isUp)
}

/**
 * Resolves once a server of the shard answers. Rejects with the Fault of the first server, or with the
 * signal's reason.
 */
async function untilUp({ servers }: Shard, signal: AbortSignal | undefined, waitMs?: number): Promise<void> {
  signal?.throwIfAborted()
  if (servers.some(({ health }) => health.isUp)) return
  const done = new AbortController()
  const anySignal = signal === undefined ? done.signal : AbortSignal.any([signal, done.signal])
  const waits = servers.map(({ health }) => health.untilUp(anySignal, waitMs))
  try {
    await Promise.any(waits)
  } catch {
    signal?.throwIfAborted()
    await waits[0]
  } finally {
    done.abort(new Fault('starting'))
  }
}
