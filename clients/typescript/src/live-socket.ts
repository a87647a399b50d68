import type { GenericQuery } from './interface.ts'
import type { Service } from './request.ts'

/** The path of websockets of live results. */
export const livePath = '/ws/live-updates'

const openTimeoutMs = 20_000
/** How often to ask whether the service is still there. */
const defaultPingIntervalMs = 20_000
/** Code of a connection that ended without a closing handshake. */
const abnormalClosure = 1006

/** A frame of the service, as docs/api.md has them. */
type Frame = [kind: string, body: { data?: GenericQuery; query?: string[]; code?: string }]

/** The address of live results. Throws a TypeError if this is no address of a service. */
export function liveAddress(url: string): URL {
  const address = new URL(`${url.replace(/\/$/, '')}${livePath}`)
  if (!/^https?:$/.test(address.protocol)) throw new TypeError(`${url} begins with neither http nor https`)
  address.protocol = address.protocol.replace('http', 'ws')
  return address
}

/**
 * A websocket of live results with what came in and was not read yet: the newest state of each query, and the
 * newest frame of each other kind.
 */
export class LiveSocket {
  readonly #socket: WebSocket
  readonly #frames = new Map<string, Frame>()
  #closeCode: number | undefined
  #wasOpen = false
  #pings: ReturnType<typeof setInterval> | undefined
  #isAnswered = true
  #wake: () => void = () => {}

  /** Closes on its own when the signal aborts, and when a ping has no answer until the next one is due. */
  constructor({ url, token }: Service, signal: AbortSignal, pingIntervalMs = defaultPingIntervalMs) {
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
      const frame: Frame = JSON.parse(String(data))
      this.#isAnswered = true
      const [kind, body] = frame
      if (kind === 'pong') return
      this.#frames.set(`${kind} ${body.data?.query_id}`, frame)
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
    } else this.close()
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
   * A frame that was not read yet; undefined when the connection is closed. One reader at a time.
   */
  async next(): Promise<Frame | undefined> {
    while (this.#frames.size === 0) {
      if (this.#closeCode !== undefined) return undefined
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
    const [[key, frame] = []] = this.#frames
    if (key !== undefined) this.#frames.delete(key)
    return frame
  }

  /** Drops what was not read. */
  close(): void {
    this.#frames.clear()
    this.#socket.close()
    // The closing handshake of a dead connection takes long: the reader does not wait for it.
    this.#end(abnormalClosure)
  }
}
