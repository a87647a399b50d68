import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A websocket client, by default for /ws/live-updates, that queues frames until `next` takes them. */
export class LiveClient {
  readonly socket: WebSocket
  readonly #frames: unknown[] = []
  #waiting: ((frame: unknown) => void) | null = null

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', data => {
      const frame: unknown = JSON.parse(String(data))
      if (this.#waiting === null) this.#frames.push(frame)
      else this.#waiting(frame)
      this.#waiting = null
    })
  }

  static async open(
    port: number,
    headers: Record<string, string>,
    path = '/ws/live-updates',
  ): Promise<LiveClient> {
    const client = new LiveClient(new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers }))
    await once(client.socket, 'open')
    return client
  }

  send(frame: unknown): void {
    this.socket.send(JSON.stringify(frame))
  }

  /** The next frame, queued or future. */
  next(): Promise<unknown> {
    const [frame] = this.#frames.splice(0, 1)
    return frame === undefined
      ? new Promise(resolve => {
          this.#waiting = resolve
        })
      : Promise.resolve(frame)
  }

  /** The code with which the server closes. */
  async closed(): Promise<number> {
    const [code] = await once(this.socket, 'close')
    return Number(code)
  }
}
