import { randomBytes } from 'node:crypto'
import { emptyDatabase, startServer } from '../../scripts/testing/postgres-server.ts'
import { TestServer } from '../../src/storage/testing/clickhouse-server.ts'
import { Client } from './client.ts'
import { Millrace } from './millrace.ts'
import { childrenOf } from './process-group.ts'
import { TcpProxy } from './tcp-proxy.ts'

type Postgres = Awaited<ReturnType<typeof startServer>>

/** A part of a cluster that can fail: a node, a shard or PostgreSQL. */
export interface Part {
  readonly name: string
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops it without ending it, until `resume`. */
  suspend(): void
  resume(): void
}

/** A node, and the proxies through which it reaches the others. */
export interface ClusterNode extends Part {
  readonly client: Client
  readonly millrace: Millrace
  readonly toPostgres: TcpProxy
  /** In the order of the shards. */
  readonly toShards: readonly [TcpProxy, TcpProxy]
}

const nodeNames = ['berlin', 'paris', 'rome'] as const

/**
 * Three nodes, two shards of ClickHouse and one PostgreSQL, each its own process, with a proxy between a node
 * and its backends.
 */
export class NodeCluster {
  readonly nodes: readonly [ClusterNode, ClusterNode, ClusterNode]
  readonly shards: readonly [Part, Part]
  readonly postgres: Part
  readonly #servers: readonly [TestServer, TestServer]
  readonly #postgresServer: Postgres

  private constructor(nodes: NodeCluster['nodes'], servers: [TestServer, TestServer], postgres: Postgres) {
    this.nodes = nodes
    this.#servers = servers
    this.#postgresServer = postgres
    this.shards = [shardPart(1, servers[0]), shardPart(2, servers[1])]
    this.postgres = postgresPart(postgres)
  }

  static async start(): Promise<NodeCluster> {
    const [servers, postgres] = await Promise.all([TestServer.startShards(), startServer()])
    const key = randomBytes(32).toString('hex')
    const first = await makeNode(nodeNames[0], servers, postgres, key)
    const others = [nodeNames[1], nodeNames[2]] as const
    const [second, third] = [
      await makeNode(others[0], servers, postgres, key, first.millrace.token),
      await makeNode(others[1], servers, postgres, key, first.millrace.token),
    ]
    // It creates the tables, and the user of the token.
    await first.start()
    await Promise.all([second.start(), third.start()])
    return new NodeCluster([first, second, third], servers, postgres)
  }

  /** Rows of a SELECT on the events of all shards. */
  async select(sql: string): Promise<unknown[][]> {
    return await this.#servers[0].rows(sql)
  }

  async remove(): Promise<void> {
    for (const part of [...this.nodes, ...this.shards, this.postgres]) part.resume()
    await Promise.all(this.nodes.map(({ millrace }) => millrace.remove()))
    const proxies = this.nodes.flatMap(({ toPostgres, toShards }) => [toPostgres, ...toShards])
    await Promise.all(proxies.map(proxy => proxy.close()))
    await Promise.all([...this.#servers.map(server => server.kill()), this.#postgresServer.stop()])
  }
}

async function makeNode(
  name: string,
  [first, second]: readonly [TestServer, TestServer],
  postgres: Postgres,
  key: string,
  token?: string,
): Promise<ClusterNode> {
  const toPostgres = await TcpProxy.start(postgres.port)
  const toShards = [await TcpProxy.start(first.port), await TcpProxy.start(second.port)] as const
  const address = new URL(postgres.tls.address.replace('DATABASE', emptyDatabase))
  address.host = `127.0.0.1:${toPostgres.port}`
  const millrace = new Millrace({
    MILLRACE_NODE: name,
    MILLRACE_INSTANCE_KEY: key,
    MILLRACE_POSTGRES_URL: address.href,
    MILLRACE_CLICKHOUSE_URL: toShards.map(({ port }) => `http://127.0.0.1:${port}`).join(','),
    MILLRACE_CLICKHOUSE_CLUSTER: 'millrace',
  })
  const client = new Client({
    get url() {
      return millrace.url
    },
    token: token ?? millrace.token,
  })
  return {
    name,
    millrace,
    client,
    toPostgres,
    toShards,
    kill: () => millrace.kill9(),
    start: () => millrace.restart(),
    suspend: () => signal([-millrace.pid], 'SIGSTOP'),
    resume: () => signal([-millrace.pid], 'SIGCONT'),
  }
}

function shardPart(number: number, server: TestServer): Part {
  return {
    name: `shard ${number}`,
    kill: () => server.kill(),
    start: () => server.restart(),
    suspend: () => signal([server.pid], 'SIGSTOP'),
    resume: () => signal([server.pid], 'SIGCONT'),
  }
}

/** PostgreSQL has a process for each connection, and some more, each in its own group. */
function postgresPart(server: Postgres): Part {
  const suspend = () => {
    // The parent first, so that it starts no others.
    signal([server.pid], 'SIGSTOP')
    signal(childrenOf(server.pid), 'SIGSTOP')
  }
  return {
    name: 'PostgreSQL',
    async kill() {
      suspend()
      signal([...childrenOf(server.pid), server.pid], 'SIGKILL')
      await server.end()
    },
    start: () => server.begin(),
    suspend,
    resume: () => signal([...childrenOf(server.pid), server.pid], 'SIGCONT'),
  }
}

/** Sends a signal to the processes, or groups (negative), that still run. */
function signal(processes: readonly number[], name: NodeJS.Signals): void {
  for (const id of processes) {
    try {
      process.kill(id, name)
    } catch {
      // It has ended.
    }
  }
}
