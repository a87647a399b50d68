import { createServer, type Server } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Account } from '../ledger/account.ts'
import type { Pipeline } from '../pipeline.ts'
import type { Reading } from './reading.ts'
import { SyslogConnection } from './syslog-connection.ts'

export interface TcpBounds {
  connections: number
  /** A connection that sends nothing for so long is closed. */
  idleMillis: number
}

/** How long a closing listener waits for bytes that are under way: until it is quiet so long, at most so long. */
const quietMillis = 50
const longestDrainMillis = 1_000

/** Syslog over TCP: both framings, many connections. */
export class SyslogTcp {
  readonly #server: Server
  readonly #connections = new Set<SyslogConnection>()

  private constructor(pipeline: Pipeline, account: Account, reading: Reading, bounds: TcpBounds) {
    // No half-open connections: a sender that is done gets its end, and the socket goes.
    this.#server = createServer({ noDelay: true }, socket => {
      const connection = new SyslogConnection(socket, pipeline, account, reading, bounds.idleMillis)
      this.#connections.add(connection)
      account.connections++
      socket.on('close', () => {
        this.#connections.delete(connection)
        account.connections--
      })
    })
    this.#server.maxConnections = bounds.connections
  }

  static async listen(
    at: { name: string; host: string; port: number },
    pipeline: Pipeline,
    reading: Reading,
    bounds: TcpBounds,
  ): Promise<SyslogTcp> {
    const listener = new SyslogTcp(pipeline, pipeline.ledger.account(at.name), reading, bounds)
    const server = listener.#server
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host: at.host, port: at.port, exclusive: true }, () => {
        server.off('error', reject)
        resolve()
      })
    })
    // Such as too many open files: the connection is lost, the listener is not.
    server.on('error', () => {})
    return listener
  }

  get address(): { host: string; port: number } {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The listener is not bound')
    return { host: address.address, port: address.port }
  }

  /** Reads what is under way, connections that wait to be accepted included, and ends all. */
  async close(): Promise<void> {
    const since = performance.now()
    for (let quiet = 0; quiet < quietMillis && performance.now() - since < longestDrainMillis; ) {
      await setTimeout(10)
      const active = Math.max(since, ...[...this.#connections].map(connection => connection.activeAt))
      quiet = this.#connections.size === 0 ? quietMillis : performance.now() - active
    }
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve()))
    for (const connection of this.#connections) connection.destroy()
    await closed
  }
}
