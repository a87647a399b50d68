import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What happens to a request: it passes, the server's answer is lost, or half of its body arrives. */
export type Fate = 'pass' | 'lose-request' | 'lose-answer' | 'half' | { status: number } | { delayMs: number }

/** An HTTP proxy on loopback that decides the fate of each request. */
export class HttpFaults {
  /** `url`: path and query. */
  fate: (asked: { method: string; url: string }) => Fate | Promise<Fate> = () => 'pass'
  /** Requests so far, as `PUT /bucket/key`. */
  readonly seen: string[] = []
  readonly #server: Server
  readonly #target: number
  readonly #agent = new Agent({ keepAlive: true })
  #port = 0

  private constructor(target: number) {
    this.#target = target
    this.#server = createServer((incoming, answer) => {
      void this.#pass(incoming, answer).catch(() => answer.destroy())
    })
  }

  static async start(target: number): Promise<HttpFaults> {
    const proxy = new HttpFaults(target)
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

  /** Refuses connections until `up`. */
  async down(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async up(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async close(): Promise<void> {
    this.#agent.destroy()
    if (this.#server.listening) await this.down()
  }

  async #pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming
    this.seen.push(`${method} ${url}`)
    const chunks: Buffer[] = []
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const fate = await this.fate({ method, url })
    if (fate === 'lose-request') return void answer.destroy()
    if (typeof fate === 'object' && 'status' in fate)
      return void answer.writeHead(fate.status).end('<Error><Code>OfTheTest</Code></Error>')
    if (typeof fate === 'object') await sleep(fate.delayMs)
    const outgoing = request({ port: this.#target, agent: this.#agent, method, path: url, headers })
    if (fate === 'half') {
      outgoing.on('error', () => {})
      outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy())
      return void answer.destroy()
    }
    outgoing.end(body)
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage] // as the event says
    if (fate === 'lose-answer') {
      response.resume()
      await once(response, 'end')
      return void answer.destroy()
    }
    answer.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(answer)
  }
}
