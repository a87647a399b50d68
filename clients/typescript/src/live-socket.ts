/** Sends a ping after this time without a frame. */
const pingAfterMs = 20_000
/** Without a reply to a ping, or to the handshake, within this time the connection is dead. */
const replyTimeoutMs = 10_000
/** Code of a connection that ended without a closing handshake. */
export const abnormalClosure = 1006

/** Timers, which tests replace. */
export interface Timers {
  /** Calls `act` once. Returns a function that cancels the timer. */
  after(milliseconds: number, act: () => void): () => void
}

export const systemTimers: Timers = {
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** The events of a websocket. */
export interface SocketListener {
  opened(): void
  received(data: unknown): void
  closed(code: number): void
}

/** The part of a WebSocket that is used here; tests have their own. */
export interface Socket {
  send(text: string): void
  close(): void
}

/** Opens a websocket, such as the WebSocket of the platform. */
export type OpenSocket = (address: URL, protocols: string[], listener: SocketListener) => Socket

/** A frame of the service: docs/api.md. */
export type Frame = [kind: string, body: Readonly<Record<string, unknown>>]

/** The events of a LiveSocket. */
interface FrameListener {
  opened(): void
  /** Gets every frame except replies to pings. */
  received(frame: Frame): void
  /** The connection failed, ended or is dead. Not called after `close`. */
  ended(code: number): void
}

/** A websocket of live results that notices when the service does not answer. */
export class LiveSocket {
  readonly #socket: Socket
  /** Undefined once the socket is closed or has ended. */
  #listener: FrameListener | undefined
  readonly #timers: Timers
  /** Cancels the current timer: for the handshake, the next ping, or the reply to a ping. */
  #cancelTimer: () => void = () => {}
  #isOpen = false

  constructor(open: (listener: SocketListener) => Socket, listener: FrameListener, timers = systemTimers) {
    this.#listener = listener
    this.#timers = timers
    this.#socket = open({
      opened: () => {
        this.#isOpen = true
        this.#restartIdleTimer()
        listener.opened()
      },
      received: data => this.#receive(data),
      closed: code => this.#end(code),
    })
    this.#cancelTimer = timers.after(replyTimeoutMs, () => this.#end())
  }

  /** Sends a frame if the connection is open. */
  send(frame: readonly unknown[]): void {
    if (this.#isOpen) this.#socket.send(JSON.stringify(frame))
  }

  close(): void {
    this.#listener = undefined
    this.#isOpen = false
    this.#cancelTimer()
    this.#socket.close()
  }

  #receive(data: unknown): void {
    if (this.#listener === undefined) return
    this.#restartIdleTimer()
    const frame = readFrame(data)
    if (frame !== undefined) this.#listener.received(frame)
  }

  #restartIdleTimer(): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#timers.after(pingAfterMs, () => {
      this.send(['ping'])
      this.#cancelTimer = this.#timers.after(replyTimeoutMs, () => this.#end())
    })
  }

  /** Reports the end at once: the closing handshake of a dead connection takes long. */
  #end(code = abnormalClosure): void {
    const listener = this.#listener
    this.close()
    listener?.ended(code)
  }
}

/** Undefined for a reply to a ping, and for data that is no frame. */
function readFrame(data: unknown): Frame | undefined {
  let frame: unknown
  try {
    frame = JSON.parse(String(data))
  } catch {}
  // Readers compare the kind. The service sends bodies as its description says.
  return Array.isArray(frame) && typeof frame[1] === 'object' && frame[1] ? (frame as Frame) : undefined
}
