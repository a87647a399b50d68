import { once } from 'node:events'
import { chmod, lstat, unlink } from 'node:fs/promises'
import { connect, createServer, type ListenOptions, type Server, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { hasErrorCode } from '../../schema/error-code.ts'
import type { Refusal } from '../../schema/intake/ledger.ts'
import type { Certificates } from './certificates.ts'
import { Networks, plainAddress } from './networks.ts'
import { receiveProxyHeader } from './receive-proxy-header.ts'
import type { BindAddress, ListenerSettings } from './settings.ts'
import { StreamConnection, type StreamParts } from './stream-connection.ts'
import { TlsTerminator } from './tls-terminator.ts'

/** Limits of all listeners of connections together, over TCP and Unix sockets. */
export interface TcpBounds {
  maxConnections: number
  /** Maximum open connections of one address; default: see `defaultPerSender`. */
  maxConnectionsPerSender?: number | undefined
  /** Ends a connection that sends nothing for this time, unless its listener says otherwise. */
  idleTimeoutMs: number
  /** Ends a connection that has not sent a byte within this time. */
  firstByteTimeoutMs: number
}

const minPerSender = 10
/** Interval at which a listener logs that it refuses senders with too many connections. */
const refusalLogMs = 60_000

/** The default for one address: a tenth of all connections, at least `minPerSender`. */
function defaultPerSender(maxConnections: number): number {
  return Math.max(minPerSender, Math.ceil(maxConnections / 10))
}

// A closing listener waits until no bytes arrive for `quietMs`, for at most `maxChecks` checks.
const quietMs = 50
const checkIntervalMs = 10
/** At least two, since a late timer fires before sockets are polled. */
const minChecks = 2
const maxChecks = 100

/** Listens for connections over TCP or a Unix socket, with or without TLS and the PROXY protocol. */
export class StreamListener {
  readonly #server: Server
  readonly #settings: ListenerSettings
  readonly #parts: StreamParts
  readonly #bounds: TcpBounds
  readonly #warn: (message: string) => void
  readonly #tls: TlsTerminator | undefined
  readonly #allowed: Networks | undefined
  readonly #proxies: Networks | undefined
  readonly #connections = new Set<StreamConnection>()
  /** Accepted sockets that are not closed yet. */
  readonly #sockets = new Set<Socket>()
  /** Connections refused since the last log line about them. */
  #unloggedRefusals = 0
  /** Time of that log line, milliseconds of the monotonic clock. */
  #refusalLoggedAt = Number.NEGATIVE_INFINITY

  private constructor(
    settings: ListenerSettings,
    parts: StreamParts,
    bounds: TcpBounds,
    certificates: Certificates | undefined,
    warn: (message: string) => void,
  ) {
    this.#settings = settings
    this.#parts = parts
    this.#bounds = bounds
    this.#warn = warn
    this.#tls = certificates && new TlsTerminator(certificates, () => this.#parts.account.turnAway('tls'))
    this.#allowed = settings.allow && new Networks(settings.allow)
    this.#proxies = settings.trustedProxies && new Networks(settings.trustedProxies)
    // Without half-open connections: the socket closes when the sender has ended its side.
    this.#server = createServer({ noDelay: true, pauseOnConnect: true }, socket => this.#accept(socket))
  }

  static async listen(
    settings: ListenerSettings,
    parts: StreamParts,
    bounds: TcpBounds,
    certificates: Certificates | undefined,
    warn: (message: string) => void,
  ): Promise<StreamListener> {
    const listener = new StreamListener(settings, parts, bounds, certificates, warn)
    await bind(listener.#server, settings.address)
    // Errors such as too many open files are about one connection, not the listener.
    listener.#server.on('error', () => {})
    return listener
  }

  get address(): { host: string; port: number; path?: string } {
    const address = this.#server.address()
    if (address === null) throw new Error('The listener is not bound')
    return typeof address === 'string'
      ? { host: '', port: 0, path: address }
      : { host: address.address, port: address.port }
  }

  async reloadCertificates(): Promise<void> {
    await this.#tls?.reloadCertificates()
  }

  /** Reads pending bytes, also of connections that wait to be accepted. Then closes all connections. */
  async close(): Promise<void> {
    const closingAt = performance.now()
    let isQuiet = false
    for (let checks = 0; checks < minChecks || (!isQuiet && checks < maxChecks); checks++) {
      await setTimeout(checkIntervalMs)
      const activeAt = Math.max(closingAt, ...[...this.#connections].map(connection => connection.activeAt))
      isQuiet = this.#connections.size === 0 || performance.now() - activeAt >= quietMs
    }
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve()))
    for (const connection of this.#connections) connection.destroy()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #accept(socket: Socket): void {
    // 'close' follows an error before the first read.
    socket.on('error', () => {})
    const peer = plainAddress(socket.remoteAddress)
    const refusal = this.#refusalOfPeer(peer)
    if (refusal !== undefined) {
      this.#refuse(socket, refusal)
      return
    }
    const { account } = this.#parts
    this.#sockets.add(socket)
    account.connections++
    socket.on('close', () => {
      this.#sockets.delete(socket)
      account.connections--
    })
    if (this.#proxies === undefined) this.#admit(socket, peer)
    else void this.#readHeader(socket, peer)
  }

  async #readHeader(socket: Socket, peer: string): Promise<void> {
    const sender = await receiveProxyHeader(socket)
    if (sender === undefined) this.#refuse(socket, 'proxy_header')
    else this.#admit(socket, sender || peer)
  }

  /** Reads the connection of a sender whose address is known, or refuses it. */
  #admit(socket: Socket, address: string): void {
    if (socket.destroyed) return
    const isLocal = this.#settings.address.path !== undefined
    // Senders on the same Unix socket cannot be distinguished.
    const name = isLocal ? `unix ${this.#settings.name}` : address
    const refusal = this.#refusalOfSender(name)
    if (refusal !== undefined) {
      this.#refuse(socket, refusal)
      return
    }
    const { fairReader } = this.#parts
    const sender = fairReader.addConnection(name)
    const host = isLocal ? hostname() : address
    socket.on('close', () => fairReader.removeConnection(sender))
    const startReading = (content: Socket): void => {
      const connection = new StreamConnection(content, sender, host, this.#parts)
      this.#connections.add(connection)
      content.on('close', () => this.#connections.delete(connection))
    }
    if (this.#tls === undefined) startReading(socket)
    else this.#tls.accept(socket, startReading)
  }

  /** Why a connection is refused when it is accepted, before the PROXY header; undefined: it is not. */
  #refusalOfPeer(peer: string): Refusal | undefined {
    const { maxConnections = this.#bounds.maxConnections } = this.#settings
    // The fair reader counts the connections of all listeners, but not while they send their PROXY header.
    const open = Math.max(this.#sockets.size, this.#parts.fairReader.connections)
    if (this.#sockets.size >= maxConnections || open >= this.#bounds.maxConnections) return 'connections'
    return this.#proxies?.has(peer) === false ? 'proxy_header' : undefined
  }

  /** Why a connection is refused once its sender is known; undefined: it is not. Logs if it has too many. */
  #refusalOfSender(sender: string): Refusal | undefined {
    if (this.#allowed?.has(sender) === false) return 'not_allowed'
    const open = this.#parts.fairReader.connectionsOf(sender)
    if (open < this.#maxPerSender) return undefined
    this.#logRefusal(sender, open)
    return 'connections'
  }

  get #maxPerSender(): number {
    const { maxConnectionsPerSender, address } = this.#settings
    if (maxConnectionsPerSender !== undefined) return maxConnectionsPerSender
    if (address.path !== undefined) return Number.POSITIVE_INFINITY
    const { maxConnections, maxConnectionsPerSender: perSender } = this.#bounds
    return perSender ?? defaultPerSender(maxConnections)
  }

  /** Logs refused connections of senders with too many, at most once per `refusalLogMs`. */
  #logRefusal(sender: string, open: number): void {
    this.#unloggedRefusals++
    const now = performance.now()
    if (now - this.#refusalLoggedAt < refusalLogMs) return
    const count = this.#unloggedRefusals
    const { name, maxConnectionsPerSender } = this.#settings
    const maxName =
      maxConnectionsPerSender === undefined
        ? 'MILLRACE_SYSLOG_MAX_PER_ADDRESS'
        : `max_connections_per_sender of the listener ${name}`
    this.#warn(
      `${count} ${count === 1 ? 'connection was' : 'connections were'} refused, the last one of ${sender}, which has ${open} open; the maximum is ${maxName}`,
    )
    this.#unloggedRefusals = 0
    this.#refusalLoggedAt = now
  }

  #refuse(socket: Socket, reason: Refusal): void {
    this.#parts.account.turnAway(reason)
    socket.destroy()
  }
}

/** Maximum connections that wait to be accepted; the kernel may allow fewer. */
const backlog = 1_024

/** Binds a server. Replaces a Unix socket that a killed process left behind, but no other file. */
async function bind(server: Server, at: BindAddress): Promise<void> {
  if (at.path === undefined) return listen(server, { host: at.host, port: at.port, exclusive: true, backlog })
  const { path, mode } = at
  try {
    await listen(server, { path, backlog })
  } catch (error) {
    if (!hasErrorCode(error, 'EADDRINUSE')) throw error
    // Connecting to a regular file fails like connecting to an abandoned socket.
    if (!(await lstat(path)).isSocket())
      throw new Error(`${path} already exists, and is not a socket`, { cause: error })
    if (await hasListener(path)) throw error
    await unlink(path)
    await listen(server, { path, backlog })
  }
  await chmod(path, mode)
}

async function listen(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options)
  await once(server, 'listening')
}

/** Whether a process listens on a Unix socket; true if unknown. */
function hasListener(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const probe = connect({ path })
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'))
  })
}
