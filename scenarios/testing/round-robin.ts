import { once } from 'node:events'
import {
  createServer,
  Agent as HttpAgent,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { connect, type Socket } from 'node:net'

/**
 * A proxy that passes each request, and each websocket, to the next of several services, no matter who sent
 * it.
 */
export class RoundRobin {
  readonly #targets: readonly URL[]
  readonly #agent = new HttpAgent({ keepAlive: true })
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer))
  readonly #upgraded = new Set<Socket>()
  #next = 0

  private constructor(targets: readonly string[]) {
    this.#targets = targets.map(target => new URL(target))
    // The sockets of an HTTP server come from `node:net`.
    this.#server.on('upgrade', (asked, socket, head) => this.#upgrade(asked, socket as Socket, head))
  }

  static async start(targets: readonly string[]): Promise<RoundRobin> {
    const proxy = new RoundRobin(targets)
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening')
    return proxy
  }

  get url(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the proxy does not listen')
    return `http://127.0.0.1:${address.port}`
  }

  async close(): Promise<void> {
    for (const socket of this.#upgraded) socket.destroy()
    this.#agent.destroy()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #target(): URL {
    const target = this.#targets[this.#next++ % this.#targets.length]
    if (target === undefined) throw new Error('the proxy has no services')
    return target
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const { method, url, headers } = asked
    const { hostname, port } = this.#target()
    const passed = request({ hostname, port, method, path: url, headers, agent: this.#agent })
    passed.once('response', given => {
      answer.writeHead(given.statusCode ?? 502, given.rawHeaders)
      given.pipe(answer)
      given.once('error', () => answer.destroy())
    })
    passed.once('error', () => answer.destroy())
    answer.once('close', () => passed.destroy())
    asked.pipe(passed)
  }

  #upgrade(asked: IncomingMessage, client: Socket, head: Buffer): void {
    const { hostname, port } = this.#target()
    const service = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      this.#upgraded.add(socket)
      socket.on('error', () => other.destroy())
      socket.once('close', () => {
        this.#upgraded.delete(socket)
        other.destroy()
      })
    }
    const { rawHeaders } = asked
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []))
    service.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    service.write(head)
    service.pipe(client).pipe(service)
  }
}
