import type { WebSocket } from '@fastify/websocket'

export interface OutboxLimits {
  /** Bytes handed to the socket and unread, past which newer states replace older ones instead of queueing. */
  highWaterBytes: number
  /** A reader that took nothing for so many milliseconds with so many bytes waiting is given up. */
  stalledBytes: number
  stalledMs: number
}

/**
 * What waits to be sent on one socket. Replies go in order; of each target only the newest state waits, so that a slow
 * reader gets fewer states, never old ones. Memory is bounded by one state a target and what the socket itself holds.
 */
export class Outbox {
  readonly #socket: WebSocket
  readonly #limits: OutboxLimits
  readonly #newest = new Map<string, Buffer>()
  readonly #onRoom: () => void
  #waiting = 0
  #progressAt = Date.now()

  /** `onRoom` is called when the socket has taken something. */
  constructor(socket: WebSocket, limits: OutboxLimits, onRoom: () => void) {
    this.#socket = socket
    this.#limits = limits
    this.#onRoom = onRoom
  }

  /** Sends a frame at once; the caller stops taking commands while `full`, which bounds these. */
  reply(text: string): void {
    this.#send(text)
  }

  /** The newest state of a target; replaces one that still waits. */
  update(target: string, frame: Buffer): void {
    this.discard(target)
    this.#newest.set(target, frame)
    this.#waiting += frame.length
    this.#pump()
  }

  discard(target: string): void {
    this.#waiting -= this.#newest.get(target)?.length ?? 0
    this.#newest.delete(target)
  }

  /** Forgets every state that waits. */
  clear(): void {
    this.#newest.clear()
    this.#waiting = 0
  }

  get isFull(): boolean {
    return this.#socket.bufferedAmount >= this.#limits.highWaterBytes
  }

  isStalled(now: number): boolean {
    return (
      this.#socket.bufferedAmount + this.#waiting >= this.#limits.stalledBytes &&
      now - this.#progressAt >= this.#limits.stalledMs
    )
  }

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
