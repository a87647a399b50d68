import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ServerAddress } from '../server/address.ts'

const startTimeoutMs = 30_000
const program = fileURLToPath(new URL('./clickhouse-process.ts', import.meta.url))
const library = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@chdb/lib-linux-x64-gnu/package.json')),
  'libchdb.so',
)

/** A ClickHouse server on loopback, with a data folder of its own. */
export class TestServer {
  readonly port: number
  /** Of the native protocol. */
  readonly tcpPort: number
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'millrace-server-'))
  #child: ChildProcess | undefined
  #output = ''

  private constructor(ports: Ports, cluster: readonly Ports[]) {
    this.port = ports.http
    this.tcpPort = ports.tcp
    writeFileSync(path.join(this.#folder, 'config.xml'), configOf(ports, cluster))
  }

  /** A server that answers. */
  static async start(): Promise<TestServer> {
    const server = new TestServer(await freePorts(), [])
    await server.restart()
    return server
  }

  /** Servers that answer, the shards of the cluster `millrace`. */
  static async startShards(count: 3): Promise<[TestServer, TestServer, TestServer]>
  static async startShards(count?: 2): Promise<[TestServer, TestServer]>
  static async startShards(count = 2): Promise<TestServer[]> {
    const ports: Ports[] = []
    while (ports.length < count) ports.push(await freePorts())
    const servers = ports.map(own => new TestServer(own, ports))
    await Promise.all(servers.map(server => server.restart()))
    return servers
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

  /** Starts it again on the same data and the same port. */
  async restart(): Promise<void> {
    const config = path.join(this.#folder, 'config.xml')
    const child = spawn(process.execPath, [program, library, config, path.join(this.#folder, 'data')], {
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child = child
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-4_000)
    })
    for (const since = performance.now(); !(await this.#answers()); await sleep(20)) {
      if (child.exitCode !== null || child.signalCode !== null || performance.now() - since > startTimeoutMs)
        throw new Error(`the server does not start: ${this.#output}`)
    }
  }

  /** Answers of statements, as text. */
  async query(sql: string): Promise<string> {
    const answer = await fetch(this.url, { method: 'POST', body: sql })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return text.trimEnd()
  }

  /** Rows of a SELECT. */
  async rows(sql: string): Promise<unknown[][]> {
    const format = 'SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow'
    const answer = await this.query(`${sql} ${format}`)
    // The format has an array a line.
    return answer === '' ? [] : answer.split('\n').map(line => JSON.parse(line) as unknown[])
  }

  /** Ends it as a power failure would. */
  async kill(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async #answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}ping`)).ok
    } catch {
      return false
    }
  }
}

interface Ports {
  http: number
  tcp: number
}

function configOf({ http, tcp }: Ports, cluster: readonly Ports[]): string {
  const shards = cluster.map(
    ({ tcp }) => `<shard><replica><host>127.0.0.1</host><port>${tcp}</port></replica></shard>`,
  )
  return `<clickhouse>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${http}</http_port>
  <tcp_port>${tcp}</tcp_port>
  <max_server_memory_usage>2000000000</max_server_memory_usage>
  <mark_cache_size>50000000</mark_cache_size>
  <macros/>
  <remote_servers>${shards.length === 0 ? '' : `<millrace>${shards.join('')}</millrace>`}</remote_servers>
</clickhouse>
`
}

async function freePorts(): Promise<Ports> {
  return { http: await freePort(), tcp: await freePort() }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
