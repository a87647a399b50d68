import type { WebSocket } from '@fastify/websocket'

export interface OutboxLimits {
  /** While the socket buffers this many bytes, states wait in the outbox; newer ones replace older ones. */
  highWaterBytes: number
  /** A client that reads nothing for stalledMs while stalledBytes wait is stalled. */
  stalledBytes: number
  stalledMs: number
}

/**
 * The frames waiting for one socket. Replies keep their order. Only the newest state of each target waits, so
 * that a slow client gets fewer states. Memory is bounded by one state per target and the socket's buffer.
 */
export class Outbox {
  readonly #socket: WebSocket
  readonly #limits: OutboxLimits
  /** The waiting states by target. */
  readonly #newest = new Map<string, Buffer>()
  readonly #onRoom: () => void
  /** Bytes of the waiting states. */
  #waitingBytes = 0
  /** When the socket last sent a frame, or got one while it had nothing to send (Unix milliseconds). */
  #progressAt = Date.now()

  /** Calls `onRoom` when the socket has sent something. */
  constructor(socket: WebSocket, limits: OutboxLimits, onRoom: () => void) {
    this.#socket = socket
    this.#limits = limits
    this.#onRoom = onRoom
  }

  /** Sends a frame at once. The caller bounds replies: it reads no commands while `isFull`. */
  reply(text: string): void {
    this.#send(text)
  }

  /** Sends the newest state of a target as soon as there is room; replaces a waiting one. */
  update(target: string, frame: Buffer): void {
    this.discard(target)
    this.#newest.set(target, frame)
    this.#waitingBytes += frame.length
    this.#pump()
  }

  /** Drops the waiting state of a target, if there is one. */
  discard(target: string): void {
    this.#waitingBytes -= this.#newest.get(target)?.length ?? 0
    this.#newest.delete(target)
  }

  /** Drops all waiting states. */
  clear(): void {
    this.#newest.clear()
    this.#waitingBytes = 0
  }

  /** Whether the socket buffers so much that states wait. */
  get isFull(): boolean {
    return this.#socket.bufferedAmount >= this.#limits.highWaterBytes
  }

  /** Bytes that the client has not taken. */
  get waitingBytes(): number {
    return this.#socket.bufferedAmount + this.#waitingBytes
  }

  /** `now`: Unix milliseconds. */
  isStalled(now: number): boolean {
    return this.waitingBytes >= this.#limits.stalledBytes && now - this.#progressAt >= this.#limits.stalledMs
  }

  /** Sends waiting states while there is room. */
  #pump(): void {
    for (const [target, frame] of this.#newest) {
      if (this.isFull) return
      this.discard(target)
      this.#send(frame)
    }
  }

  #send(frame: string | Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount === 0) this.#progressAt = Date.now()
    this.#socket.send(frame, { binary: false }, () => {
      this.#progressAt = Date.now()
      this.#pump()
      this.#onRoom()
    })
  }
}
