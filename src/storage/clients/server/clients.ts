import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { maxStatementBytes, maxStatementNodes } from '../statement-bounds.ts'
import type { ServerAddress } from './address.ts'
import { connectionReason } from './answer-error.ts'
import { collect } from './collect.ts'

/** A live server answers a ping, and ends statements, within this time. */
const controlTimeoutMs = 3_000
const hourMs = 3_600_000

/** Settings of every statement: engine/process.ts sets the same for the embedded engine. */
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
  // Settings of statements that a server sends to the shards of its cluster: all answer, or none.
  distributed_foreground_insert: 1,
  distributed_product_mode: 'global',
  max_parallel_replicas: '1',
  skip_unavailable_shards: 0,
} as const

/**
 * Reads use the first replica that answers and is not behind, in the order of the cluster; writes go to the
 * same replica.
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
 * When other replicas may lack rows of the first: tries the first replica first even when it has just failed.
 */
const firstReplicaSettings = { distributed_replica_error_cap: '0' } as const

export interface ServerOptions {
  address: ServerAddress
  /** Certificate of the authority that signed the server's certificate. */
  ca?: Buffer
  isReplicated: boolean
  /** Number of replicas that must have a batch before it is stored; all when absent. */
  quorum?: number | undefined
  /**
   * The holder of the store's lock: the same for consecutive processes. Absent when others also use the
   * store: no lock is taken.
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
 * The client for statements, with this number of connections. Answers are JSONCompactEachRow when the
 * statement names no format.
 */
export function statementsClient(options: ServerOptions, connections: number): ClickHouseClient {
  return createClient({
    ...commonOptions(options),
    // Statements have their own deadlines.
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

/** The client for the lock of the store. */
export function lockClient(options: ServerOptions): ClickHouseClient {
  return createClient({
    ...commonOptions(options),
    request_timeout: 24 * 24 * hourMs,
    max_open_connections: 2,
    clickhouse_settings: {
      // The statement of the lock ends when its connection does.
      readonly: '2',
      cancel_http_readonly_queries_on_client_close: 1,
      max_block_size: '1',
      max_threads: 1,
      max_execution_time: 0,
    },
  })
}

/** Pings the server and ends statements, over its own connections: never waits for a long statement. */
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
   * Ends the statements with these ids, including statements that they run on other servers. Returns the ids
   * that it found.
   */
  async kill(ids: readonly string[]): Promise<string[]> {
    const list = ids.map(id => `'${id}'`).join(', ')
    const { stream } = await this.#client.exec({
      query: `KILL QUERY WHERE initial_query_id IN (${list}) ASYNC FORMAT JSONCompactEachRow`,
    })
    const answer = await collect(stream, AbortSignal.timeout(controlTimeoutMs))
    // Rows of (kill_status, query_id, user, query).
    const rows = Buffer.from(answer).toString().split('\n')
    return rows.filter(row => row !== '').map(row => String((JSON.parse(row) as unknown[])[1]))
  }

  async close(): Promise<void> {
    await this.#client.close()
  }
}
