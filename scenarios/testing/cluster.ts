import { randomBytes } from 'node:crypto'
import { emptyDatabase, startServer } from '../../scripts/testing/postgres-server.ts'
import { TestServer } from '../../src/storage/testing/clickhouse-server.ts'
import { Client } from './client.ts'
import { Millrace } from './millrace.ts'

interface ClusterOptions {
  nodes: number
  /** Two form a cluster of ClickHouse servers, one is a single server. */
  shards?: 1 | 2
  /** Settings (MILLRACE_...) of each node. */
  settings?: Readonly<Record<string, string>>
  /** Settings of PostgreSQL. */
  postgres?: Readonly<Record<string, string>>
}

/** Nodes that share a PostgreSQL and a ClickHouse, each a process on this machine. */
export class Cluster {
  readonly postgres: Awaited<ReturnType<typeof startServer>>
  readonly servers: readonly TestServer[]
  readonly nodes: readonly Millrace[]

  private constructor(
    postgres: Cluster['postgres'],
    servers: readonly TestServer[],
    { nodes, settings = {} }: ClusterOptions,
  ) {
    this.postgres = postgres
    this.servers = servers
    const shared = {
      MILLRACE_POSTGRES_URL: postgres.address.replace('DATABASE', emptyDatabase),
      MILLRACE_CLICKHOUSE_URL: servers.map(({ url }) => url).join(),
      ...(servers.length > 1 && { MILLRACE_CLICKHOUSE_CLUSTER: 'millrace' }),
      MILLRACE_INSTANCE_KEY: randomBytes(32).toString('hex'),
      ...settings,
    }
    this.nodes = Array.from(
      { length: nodes },
      (_, at) => new Millrace({ ...shared, MILLRACE_NODE: `node-${at + 1}` }),
    )
  }

  /** Resolves when all nodes listen. */
  static async start(options: ClusterOptions): Promise<Cluster> {
    const [postgres, servers] = await Promise.all([
      startServer(options.postgres),
      options.shards === 2 ? TestServer.startShards() : TestServer.start().then(server => [server]),
    ])
    const cluster = new Cluster(postgres, servers, options)
    try {
      // One after the other: the first creates the administrator and its token.
      for (const node of cluster.nodes) await node.restart()
      return cluster
    } catch (error) {
      await cluster.remove()
      throw error
    }
  }

  /** The node that started first. */
  get first(): Millrace {
    const [first] = this.nodes
    if (first === undefined) throw new Error('there is no node')
    return first
  }

  /** A client of each node, with the token of the administrator. */
  get clients(): [Client, ...Client[]] {
    const { token } = this.first
    // There is at least one.
    return this.nodes.map(({ url }) => new Client({ url, token })) as [Client, ...Client[]]
  }

  async remove(): Promise<void> {
    await Promise.all(this.nodes.map(node => node.remove()))
    await Promise.all(this.servers.map(server => server.kill()))
    await this.postgres.stop()
  }
}
