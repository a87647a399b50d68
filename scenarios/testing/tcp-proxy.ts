import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** A TCP proxy on loopback that loses traffic, as a network does. */
export class TcpProxy {
  readonly #server: Server
  readonly #targetPort: number
  #port = 0
  /** Both ends of each connection. */
  readonly #sockets = new Set<Socket>()
  /** Connections opened while nothing passed. */
  readonly #waiting = new Set<Socket>()
  /** Ends of connections that came while nothing passed. */
  readonly #heldEnds: (() => void)[] = []
  #state: 'open' | 'silent' | 'refusing' = 'open'
  /** Bytes a second that each connection passes on. */
  #bytesPerSecond = Number.POSITIVE_INFINITY

  private constructor(targetPort: number) {
    this.#targetPort = targetPort
    this.#server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, socket => this.#accept(socket))
  }

  /** A proxy to a port of this machine. */
  static async start(targetPort: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(targetPort)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    const address = proxy.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
    proxy.#port = address.port
    return proxy
  }

  get port(): number {
    return this.#port
  }

  /** Passes no bytes and no end of a connection: neither side notices. */
  silence(): void {
    this.#state = 'silent'
    for (const socket of this.#sockets) socket.pause()
  }

  /** Resets all connections, and new ones. */
  refuse(): void {
    this.#state = 'refusing'
    for (const socket of [...this.#sockets, ...this.#waiting]) socket.resetAndDestroy()
    this.#waiting.clear()
  }

  /** Passes at most about this many bytes a second in each direction of a connection. */
  throttle(bytesPerSecond: number): void {
    this.#bytesPerSecond = bytesPerSecond
  }

  /** Does not listen, and resets all connections, until `up`. */
  async down(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.refuse()
    await closed
  }

  async up(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.restore()
  }

  /** Passes everything, including what was held back. */
  restore(): void {
    this.#state = 'open'
    this.#bytesPerSecond = Number.POSITIVE_INFINITY
    for (const socket of this.#sockets) socket.resume()
    for (const socket of this.#waiting) this.#join(socket)
    this.#waiting.clear()
    for (const end of this.#heldEnds.splice(0)) end()
  }

  async close(): Promise<void> {
    await this.down()
  }

  #accept(socket: Socket): void {
    if (this.#state === 'refusing') socket.resetAndDestroy()
    else if (this.#state === 'silent') this.#waiting.add(socket)
    else this.#join(socket)
  }

  #join(socket: Socket): void {
    const other = connect({ port: this.#targetPort, host: '127.0.0.1', allowHalfOpen: true })
    this.#pass(socket, other)
    this.#pass(other, socket)
    if (this.#state === 'open') socket.resume()
  }

  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from)
    from.setNoDelay(true)
    from.on('data', chunk => {
      const mayPass = to.write(chunk)
      const waitMs = (chunk.length / this.#bytesPerSecond) * 1_000
      if (!mayPass || waitMs > 0) from.pause()
      if (waitMs > 0)
        void setTimeout(waitMs).then(() => {
          if (this.#state === 'open' && !to.writableNeedDrain) from.resume()
        })
    })
    to.on('drain', () => {
      if (this.#state === 'open') from.resume()
    })
    from.on('end', () => this.#passEnd(() => to.end()))
    // It is closed next.
    from.on('error', () => {})
    from.on('close', () => {
      this.#sockets.delete(from)
      this.#passEnd(() => to.destroy())
    })
  }

  #passEnd(end: () => void): void {
    // A paused socket emits its end.
    if (this.#state === 'silent') this.#heldEnds.push(end)
    else end()
  }
}
