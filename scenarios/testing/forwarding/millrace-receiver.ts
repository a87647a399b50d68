import { randomBytes } from 'node:crypto'
import { Client } from '../client.ts'
import { Millrace } from '../millrace.ts'

/** The token of senders, and of the administrator. */
export const receiverToken = `user-${randomBytes(24).toString('hex')}`
/** A file that gets all events: `forwarded/all.json` of the data folder. */
export const wholeFile = { name: 'all.json', compression: 'none', rotate_mb: 100_000 }

/** A Millrace that writes what it receives to a file of its data folder. */
export class MillraceReceiver {
  readonly #millrace: Millrace

  private constructor(millrace: Millrace) {
    this.#millrace = millrace
  }

  static async start({ port, folder }: { port: number; folder: string }): Promise<MillraceReceiver> {
    const millrace = await Millrace.start({
      MILLRACE_DATA_DIR: folder,
      MILLRACE_HTTP_PORT: String(port),
      MILLRACE_ADMIN_TOKEN: receiverToken,
    })
    const client = new Client({ url: millrace.url, token: receiverToken })
    const answer = await client.post('/api/forwarders', { name: 'all', window_size: 0, file: wholeFile })
    if (answer.status !== 201) throw new Error(await answer.text())
    return new MillraceReceiver(millrace)
  }

  kill(): Promise<void> {
    return this.#millrace.kill9()
  }

  restart(): Promise<void> {
    return this.#millrace.restart()
  }

  remove(): Promise<void> {
    return this.#millrace.remove()
  }
}
