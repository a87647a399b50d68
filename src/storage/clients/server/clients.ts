import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { maxStatementBytes, maxStatementNodes } from '../statement-bounds.ts'
import type { ServerAddress } from './address.ts'
import { connectionReason } from './answer-error.ts'
import { collect } from './collect.ts'

/** Timeout of pings and of KILL QUERY. */
const controlTimeoutMs = 3_000
const hourMs = 3_600_000

/** Settings of every statement. engine/process.ts has the same for the embedded engine, with the reasons. */
const settings = {
  async_insert: 0,
  max_query_size: String(maxStatementBytes),
  max_ast_elements: String(maxStatementNodes),
  max_expanded_ast_elements: String(maxStatementNodes),
  max_partition_size_to_drop: '0',
  max_threads_min_free_memory_per_thread: 0,
  optimize_use_projections: 0,
  optimize_use_implicit_projections: 0,
  output_format_json_quote_64bit_integers: 0,
  output_format_parallel_formatting: 0,
  text_index_posting_list_apply_mode: 'lazy',
  use_top_k_dynamic_filtering: 0,
  // For statements that a server sends on to the shards of its cluster: they fail unless all shards answer.
  distributed_foreground_insert: 1,
  distributed_product_mode: 'global',
  max_parallel_replicas: '1',
  skip_unavailable_shards: 0,
} as const

/**
 * Settings for replicated tables. Reads use the first replica, in the order of the cluster's configuration,
 * that answers and is not behind. Writes go to the same replica.
 */
const replicatedSettings = {
  alter_sync: '2',
  handshake_timeout_ms: 2_000,
  load_balancing: 'in_order',
  max_replica_delay_for_distributed_queries: '1',
  prefer_localhost_replica: 0,
  replication_wait_for_inactive_replica_timeout: '60',
  use_hedged_requests: 0,
} as const

/**
 * With a quorum of fewer than all replicas, the others may lack rows that the first replica has. So every
 * statement tries the first replica first, even if it has just failed.
 */
const firstReplicaSettings = { distributed_replica_error_cap: '0' } as const

export interface ServerOptions {
  address: ServerAddress
  /** Certificate of the authority that signed the server's certificate. */
  ca?: Buffer
  isReplicated: boolean
  /** Number of replicas that must have a batch before it counts as stored. Absent: all of them. */
  quorum?: number | undefined
  /**
   * Name of the holder of the store's lock, the same for consecutive processes of one Millrace. Absent:
   * several Millraces share the store, and none takes the lock.
   */
  owner?: string | undefined
  log: (message: string) => void
}

function commonOptions({ address: { url, username, password }, ca }: ServerOptions) {
  return {
    url,
    username,
    password,
    application: 'millrace',
    keep_alive: { eagerly_destroy_stale_sockets: true },
    log: { level: ClickHouseLogLevel.OFF },
    ...(ca !== undefined && { tls: { ca_cert: ca } }),
  }
}

/**
 * The client for statements. An answer has the format JSONCompactEachRow unless the statement names a format.
 */
export function statementsClient(options: ServerOptions, connections: number): ClickHouseClient {
  return createClient({
    ...commonOptions(options),
    // Practically none: statements have their own deadlines.
    request_timeout: 24 * hourMs,
    max_open_connections: connections,
    clickhouse_settings: {
      ...settings,
      ...(options.isReplicated && replicatedSettings),
      ...(options.quorum !== undefined && firstReplicaSettings),
      default_format: 'JSONCompactEachRow',
    },
  })
}

/** The client for the lock of the store: a statement that runs as long as this process (store-lock.ts). */
export function lockClient(options: ServerOptions): ClickHouseClient {
  return createClient({
    ...commonOptions(options),
    // 24 days: timers of Node allow hardly more.
    request_timeout: 24 * 24 * hourMs,
    max_open_connections: 2,
    clickhouse_settings: {
      // The server ends the statement when its connection ends, which works for read-only statements.
      readonly: '2',
      cancel_http_readonly_queries_on_client_close: 1,
      // The statement notices its end between two blocks, so blocks are short.
      max_block_size: '1',
      max_threads: 1,
      max_execution_time: 0,
    },
  })
}

/** Pings the server and ends statements, over its own connections: it never waits for a long statement. */
export class ControlClient {
  readonly #client: ClickHouseClient

  constructor(options: ServerOptions) {
    this.#client = createClient({
      ...commonOptions(options),
      request_timeout: controlTimeoutMs,
      max_open_connections: 2,
    })
  }

  /** Why the server did not answer; undefined when it answered. */
  async ping(): Promise<{ reason: string; isRefused: boolean } | undefined> {
    const answer = await this.#client.ping()
    if (answer.success) return undefined
    const { error } = answer
    const code = 'code' in error ? String(error.code) : ''
    return {
      reason: code === '' ? error.message : connectionReason(code),
      isRefused: code === 'ECONNREFUSED',
    }
  }

  /**
   * Ends the statements with these ids, and their parts that run on other servers of the cluster. Returns the
   * ids of the statements that were running. The ids are our own, so they need no escaping.
   */
  async kill(ids: readonly string[]): Promise<string[]> {
    const list = ids.map(id => `'${id}'`).join(', ')
    const { stream } = await this.#client.exec({
      query: `KILL QUERY WHERE initial_query_id IN (${list}) ASYNC FORMAT JSONCompactEachRow`,
    })
    const answer = await collect(stream, AbortSignal.timeout(controlTimeoutMs))
    // Each row is an array: kill_status, query_id, user, query.
    const rows = Buffer.from(answer).toString().split('\n')
    return rows.filter(row => row !== '').map(row => String((JSON.parse(row) as unknown[])[1]))
  }

  async close(): Promise<void> {
    await this.#client.close()
  }
}
