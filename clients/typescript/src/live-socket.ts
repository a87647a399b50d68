import type { MillraceOptions } from './connection.ts'

/** The path of websockets of live results. */
export const livePath = '/ws/live-updates'

const openTimeoutMs = 20_000
/** How often to ask whether the service is still there. */
const defaultPingIntervalMs = 20_000
/** Code of a connection that ended without a closing handshake. */
const abnormalClosure = 1006

/** The address of live results. Throws a TypeError if this is no address of a service. */
export function liveAddress(url: string): URL {
  const address = new URL(`${url.replace(/\/$/, '')}${livePath}`)
  if (!/^https?:$/.test(address.protocol)) throw new TypeError(`${url} begins with neither http nor https`)
  address.protocol = address.protocol.replace('http', 'ws')
  return address
}

/** A websocket of live results with what came in and was not read yet: the newest frame of each kind. */
export class LiveSocket {
  readonly #socket: WebSocket
  readonly #frames = new Map<string, unknown>()
  #closeCode: number | undefined
  #wasOpen = false
  #pings: ReturnType<typeof setInterval> | undefined
  #isAnswered = true
  #wake: () => void = () => {}

  /** Closes on its own when the signal aborts, and when a ping has no answer until the next one is due. */
  constructor({ url, token }: MillraceOptions, signal: AbortSignal, pingIntervalMs = defaultPingIntervalMs) {
    // Keeps the key out of addresses and logs.
    this.#socket = new WebSocket(liveAddress(url), ['millrace', `token.${token}`])
    const timer = setTimeout(() => this.close(), openTimeoutMs)
    const close = () => this.close()
    signal.addEventListener('abort', close, { once: true })
    this.#socket.onopen = () => {
      clearTimeout(timer)
      this.#wasOpen = true
      this.#pings = setInterval(() => this.#ping(), pingIntervalMs)
    }
    this.#socket.onmessage = ({ data }) => {
      const [kind, body]: [string, unknown] = JSON.parse(String(data))
      this.#isAnswered = true
      if (kind === 'pong') return
      this.#frames.set(kind, body)
      this.#wake()
    }
    this.#socket.onclose = ({ code }) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', close)
      this.#end(code)
    }
  }

  #ping(): void {
    if (this.#isAnswered) {
      this.#isAnswered = false
      this.send(['ping'])
    } else {
      // The closing handshake of a dead connection takes long: the reader does not wait for it.
      this.close()
      this.#end(abnormalClosure)
    }
  }

  #end(code: number): void {
    clearInterval(this.#pings)
    this.#closeCode ??= code
    this.#wake()
  }

  /** The code that the connection was closed with; undefined while it is open. */
  get closeCode(): number | undefined {
    return this.#closeCode
  }

  /** Whether the service accepted the connection. */
  get wasOpen(): boolean {
    return this.#wasOpen
  }

  /** Sends a frame as soon as the connection is open. */
  send(frame: readonly unknown[]): void {
    const text = JSON.stringify(frame)
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text)
    else this.#socket.addEventListener('open', () => this.#socket.send(text), { once: true })
  }

  /**
   * The newest frame of one of the kinds that came in; undefined when the connection is closed. One reader at
   * a time.
   */
  async next(): Promise<[kind: string, body: unknown] | undefined> {
    while (this.#frames.size === 0) {
      if (this.#closeCode !== undefined) return undefined
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
    const [first] = this.#frames
    if (first !== undefined) this.#frames.delete(first[0])
    return first
  }

  close(): void {
    this.#socket.close()
  }
}
