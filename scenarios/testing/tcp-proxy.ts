import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy on loopback that loses traffic, as a network does. */
export class TcpProxy {
  readonly #server: Server
  readonly #targetPort: number
  /** Both ends of each connection. */
  readonly #sockets = new Set<Socket>()
  /** Connections opened while nothing passed. */
  readonly #waiting = new Set<Socket>()
  #state: 'open' | 'silent' | 'refusing' = 'open'

  private constructor(targetPort: number) {
    this.#targetPort = targetPort
    this.#server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, socket => this.#accept(socket))
  }

  /** A proxy to a port of this machine. */
  static async start(targetPort: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(targetPort)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
    return address.port
  }

  /** Passes no bytes and no end of a connection: neither side notices. */
  silence(): void {
    this.#state = 'silent'
    for (const socket of this.#sockets) socket.pause()
  }

  /** Resets all connections, and new ones. */
  refuse(): void {
    this.#state = 'refusing'
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  /** Passes everything, including what was held back. */
  restore(): void {
    this.#state = 'open'
    for (const socket of this.#sockets) socket.resume()
    for (const socket of this.#waiting) this.#join(socket)
    this.#waiting.clear()
  }

  async close(): Promise<void> {
    this.refuse()
    for (const socket of this.#waiting) socket.resetAndDestroy()
    this.#server.close()
    await once(this.#server, 'close')
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
      if (!to.write(chunk)) from.pause()
    })
    to.on('drain', () => {
      if (this.#state === 'open') from.resume()
    })
    from.on('end', () => to.end())
    // It is closed next.
    from.on('error', () => {})
    from.on('close', () => {
      this.#sockets.delete(from)
      to.destroy()
    })
  }
}
