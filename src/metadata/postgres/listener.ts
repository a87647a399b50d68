import { Client, type ClientConfig } from 'pg'

/** Listens to a channel of PostgreSQL on its own connection. `ensure` reconnects after a lost connection. */
export class PostgresListener {
  readonly #config: ClientConfig
  readonly #channel: string
  readonly #onNotification: () => void
  #client: Client | undefined
  #isClosed = false

  /** `onNotification` is also called once it listens, since it has missed earlier notifications. */
  constructor(config: ClientConfig, channel: string, onNotification: () => void) {
    this.#config = config
    this.#channel = channel
    this.#onNotification = onNotification
  }

  /** Connects unless it is connected. Failures are left to the next call. */
  ensure(): void {
    if (this.#client !== undefined || this.#isClosed) return
    const client = new Client(this.#config)
    this.#client = client
    const forget = () => {
      if (this.#client === client) this.#client = undefined
      void client.end().catch(() => {})
    }
    client.on('error', forget)
    client.on('end', forget)
    client.on('notification', this.#onNotification)
    client
      .connect()
      .then(() => client.query(`listen ${client.escapeIdentifier(this.#channel)}`))
      .then(this.#onNotification, forget)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end().catch(() => {})
  }
}
