import type { WebSocket } from '@fastify/websocket'

const maxUnanswered = 2

/**
 * Pings a client, and ends its connection if the last pings stayed unanswered. Any message counts as an
 * answer.
 */
export class Heartbeat {
  readonly #socket: WebSocket
  #unanswered = 0

  constructor(socket: WebSocket) {
    this.#socket = socket
    const answered = () => {
      this.#unanswered = 0
    }
    socket.on('message', answered)
    socket.on('pong', answered)
  }

  ping(): void {
    if (this.#unanswered >= maxUnanswered) this.#socket.terminate()
    else if (this.#socket.readyState === this.#socket.OPEN) {
      this.#unanswered++
      this.#socket.ping()
    }
  }
}
