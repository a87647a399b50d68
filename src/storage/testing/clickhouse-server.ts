import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ServerAddress } from '../clients/server/address.ts'
import { freePort } from './free-port.ts'
import { interserverHost } from './interserver-patch.ts'
import { sessionTimeoutMs, type TestKeeper } from './test-keeper.ts'

const startTimeoutMs = 110_000
const answerTimeoutMs = 1_000
/** Above the duration of statements that wait for replicas. */
const queryTimeoutMs = 130_000
const program = fileURLToPath(new URL('./clickhouse-process.ts', import.meta.url))
const library = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@chdb/lib-linux-x64-gnu/package.json')),
  'libchdb.so',
)

/** A ClickHouse server on loopback, with its own data folder. */
export class TestServer {
  readonly port: number
  /** Port of the native protocol. */
  readonly tcpPort: number
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'millrace-server-'))
  readonly #isReplica: boolean
  #child: ChildProcess | undefined
  #output = ''

  /** `cluster`: its shards, each with its replicas. `keeper`: for replicated tables. */
  private constructor(ports: Ports, cluster: readonly (readonly Ports[])[], keeper?: TestKeeper) {
    this.port = ports.http
    this.tcpPort = ports.tcp
    this.#isReplica = keeper !== undefined
    writeFileSync(path.join(this.#folder, 'config.xml'), configOf(ports, cluster, keeper))
  }

  /** Starts a server that answers. */
  static async start(): Promise<TestServer> {
    const server = new TestServer(await freePorts(), [])
    await server.restart()
    return server
  }

  /** Starts servers that answer: the shards of the cluster `millrace`. */
  static async startShards(count: 3): Promise<[TestServer, TestServer, TestServer]>
  static async startShards(count?: 2): Promise<[TestServer, TestServer]>
  static async startShards(count = 2): Promise<TestServer[]> {
    const ports: Ports[] = []
    while (ports.length < count) ports.push(await freePorts())
    const servers = ports.map(
      own =>
        new TestServer(
          own,
          ports.map(shard => [shard]),
        ),
    )
    await Promise.all(servers.map(server => server.restart()))
    return servers
  }

  /** Starts servers that answer: the cluster `millrace`, with two replicas per shard. */
  static async startReplicas(keeper: TestKeeper, shards: 1): Promise<[Replicas]>
  static async startReplicas(keeper: TestKeeper, shards: 2): Promise<[Replicas, Replicas]>
  static async startReplicas(keeper: TestKeeper, shards: number): Promise<Replicas[]> {
    const cluster: [Ports, Ports][] = []
    while (cluster.length < shards) cluster.push([await freePorts(), await freePorts()])
    const serverOf = (own: Ports) => new TestServer(own, cluster, keeper)
    const pairs = cluster.map(([one, two]): Replicas => [serverOf(one), serverOf(two)])
    await Promise.all(pairs.flat().map(server => server.restart()))
    return pairs
  }

  get address(): ServerAddress {
    const name = `127.0.0.1:${this.port}`
    return { url: this.url, name, username: 'default', password: '' }
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/`
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Restarts the server with the same data and port. */
  async restart(): Promise<void> {
    const config = path.join(this.#folder, 'config.xml')
    const words = [program, library, config, path.join(this.#folder, 'data')]
    if (this.#isReplica) words.push(String(this.port))
    const child = spawn(process.execPath, words, { cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'] })
    this.#child = child
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-4_000)
    })
    for (const since = performance.now(); !(await this.#answers()); await sleep(20)) {
      if (child.exitCode !== null || child.signalCode !== null || performance.now() - since > startTimeoutMs)
        throw new Error(`the server does not start: ${this.#output}`)
    }
  }

  /** The answer of a statement, as text. */
  async query(sql: string): Promise<string> {
    const answer = await fetch(this.url, {
      method: 'POST',
      body: sql,
      signal: AbortSignal.timeout(queryTimeoutMs),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return text.trimEnd()
  }

  /** Rows of a SELECT. */
  async rows(sql: string): Promise<unknown[][]> {
    const format = 'SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow'
    const answer = await this.query(`${sql} ${format}`)
    // The format has one array per line.
    return answer === '' ? [] : answer.split('\n').map(line => JSON.parse(line) as unknown[])
  }

  /** Kills the server, as in a power failure. */
  async kill(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async #answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}ping`, { signal: AbortSignal.timeout(answerTimeoutMs) })).ok
    } catch {
      return false
    }
  }
}

type Replicas = [TestServer, TestServer]

interface Ports {
  http: number
  tcp: number
}

function configOf({ http, tcp }: Ports, cluster: readonly (readonly Ports[])[], keeper?: TestKeeper): string {
  const replicaOf = ({ tcp }: Ports) => `<replica><host>127.0.0.1</host><port>${tcp}</port></replica>`
  const shards = cluster.map(replicas => `<shard>${replicas.map(replicaOf).join('')}</shard>`).join('')
  return `<clickhouse>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${http}</http_port>
  <tcp_port>${tcp}</tcp_port>
  <max_server_memory_usage>2000000000</max_server_memory_usage>
  <mark_cache_size>50000000</mark_cache_size>
  ${keeper === undefined ? '<macros/>' : replication(String(tcp), keeper)}
  <remote_servers>${shards === '' ? '' : `<millrace>${shards}</millrace>`}</remote_servers>
</clickhouse>
`
}

/**
 * Configuration of a replica. Each server has its own path for sessions in the keeper: all servers of this
 * kind have the same id, and would end each other's sessions.
 */
function replication(name: string, { port }: TestKeeper): string {
  return `<listen_host>${interserverHost}</listen_host>
  <macros><replica>${name}</replica></macros>
  <zookeeper>
    <node><host>127.0.0.1</host><port>${port}</port></node>
    <session_timeout_ms>${sessionTimeoutMs}</session_timeout_ms>
    <sessions_path>/sessions/${name}</sessions_path>
  </zookeeper>`
}

async function freePorts(): Promise<Ports> {
  return { http: await freePort(), tcp: await freePort() }
}

/**
 * Empties the tables of a shard whose replicas all answer: creating them again takes ten seconds on replicas.
 */
export async function emptyTables([server]: readonly [TestServer, ...TestServer[]]): Promise<void> {
  const tables = await server.rows(
    "SELECT name FROM system.tables WHERE database = 'millrace' AND engine LIKE '%MergeTree' AND name NOT LIKE 'versions%'",
  )
  await Promise.all(
    tables.map(([name]) => server.query(`TRUNCATE TABLE millrace.${name} SETTINGS alter_sync = 2`)),
  )
}
