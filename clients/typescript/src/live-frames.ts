import type { LiveClientFrame, LiveServerFrame } from './interface.ts'
import {
  abnormalClosure,
  type Frame,
  LiveSocket,
  type OpenSocket,
  type SocketListener,
  systemTimers,
} from './live-socket.ts'
import type { Service } from './request.ts'

/** The path of websockets of live results. */
export const livePath = '/ws/live-updates'

/** The address of live results. Throws a TypeError unless `url` begins with http or https. */
export function liveAddress(url: string): URL {
  const address = new URL(`${url.replace(/\/$/, '')}${livePath}`)
  if (!/^https?:$/.test(address.protocol)) throw new TypeError(`${url} begins with neither http nor https`)
  address.protocol = address.protocol.replace('http', 'ws')
  return address
}

const openWebSocket: OpenSocket = (address, protocols, { opened, received, closed }) => {
  const socket = new WebSocket(address, protocols)
  socket.onopen = opened
  socket.onmessage = ({ data }) => received(data)
  socket.onclose = ({ code }) => closed(code)
  return socket
}

/**
 * A connection that receives live results for a reader that may be slow. Keeps only the newest unread frame
 * of each query, and of each other kind of frame.
 */
export class LiveFrames {
  readonly #socket: LiveSocket
  /** By kind, and for a `widget-update` also by query. */
  readonly #unread = new Map<string, LiveServerFrame>()
  readonly #signal: AbortSignal
  /** The listener of `#signal`. */
  readonly #abort = () => this.close()
  /** Undefined while the connection is opening or open. */
  #closeCode: number | undefined
  #wasOpen = false
  /** Lets a waiting `next` look again. */
  #wake: () => void = () => {}

  /** Sends the commands as soon as the connection is open. Closes on its own when the signal aborts. */
  constructor(
    { url, token, openSocket = openWebSocket }: Service,
    commands: readonly LiveClientFrame[],
    signal: AbortSignal,
    timers = systemTimers,
  ) {
    const address = liveAddress(url)
    // The token is sent as a protocol, because addresses are logged.
    const open = (listener: SocketListener) => openSocket(address, ['millrace', `token.${token}`], listener)
    const listener = {
      opened: () => {
        this.#wasOpen = true
        for (const command of commands) this.#socket.send(command)
      },
      received: (received: Frame) => {
        // The service sends what its description says.
        const frame = received as unknown as LiveServerFrame
        const query = frame[0] === 'widget-update' ? frame[1].data?.query_id : undefined
        this.#unread.set(`${frame[0]} ${query}`, frame)
        this.#wake()
      },
      ended: (code: number) => this.#end(code),
    }
    this.#socket = new LiveSocket(open, listener, timers)
    this.#signal = signal
    signal.addEventListener('abort', this.#abort)
  }

  /** The code that the connection was closed with; undefined before. */
  get closeCode(): number | undefined {
    return this.#closeCode
  }

  /** Whether the service accepted the connection. */
  get wasOpen(): boolean {
    return this.#wasOpen
  }

  /**
   * Waits for an unread frame. undefined: the connection is closed, and every frame was read. One caller at a
   * time.
   */
  async next(): Promise<LiveServerFrame | undefined> {
    for (;;) {
      const [oldest] = this.#unread
      if (oldest !== undefined) {
        const [key, frame] = oldest
        this.#unread.delete(key)
        return frame
      }
      if (this.#closeCode !== undefined) return undefined
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  /** Closes the connection, and drops unread frames. */
  close(): void {
    this.#unread.clear()
    this.#socket.close()
    this.#end(abnormalClosure)
  }

  #end(code: number): void {
    this.#signal.removeEventListener('abort', this.#abort)
    this.#closeCode ??= code
    this.#wake()
  }
}
