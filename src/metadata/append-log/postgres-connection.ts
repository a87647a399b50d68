import { Client, type ClientConfig } from 'pg'
import { faultOf, isUsableAfter } from '../postgres/driver.ts'

export interface ConnectionEvents {
  /** Prepares a new connection; when it rejects, the connection is closed. */
  opened?: (run: RunStatement) => Promise<void>
  notified?: (payload: string) => void
  /** Called with the error of a connection that ended. */
  warn: (error: Error) => void
}

/** A statement that is prepared once per connection, by its name. */
export interface Statement {
  name: string
  text: string
}

export type RunStatement = (statement: Statement, values?: readonly unknown[]) => Promise<Row[]>

type Row = Record<string, unknown>

/**
 * One connection to PostgreSQL, opened when it is needed, and again after it broke. Statements run in the
 * order of the calls.
 */
export class PostgresConnection {
  readonly #config: ClientConfig
  readonly #events: ConnectionEvents
  #opening: Promise<Client> | undefined
  #isClosed = false

  constructor(config: ClientConfig, events: ConnectionEvents) {
    this.#config = config
    this.#events = events
  }

  /**
   * Rejects with the fault metadata_unavailable when the server or the connection fails; the statement may
   * have run.
   */
  async run(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    if (this.#isClosed) throw new Error('the connection is closed')
    this.#opening ??= this.#open()
    const opening = this.#opening
    try {
      return await runOn(await opening, statement, values)
    } catch (error) {
      if (!isUsableAfter(error)) this.#discard(opening)
      throw faultOf(error)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const client = await this.#opening?.catch(() => undefined)
    await client?.end().catch(() => {})
  }

  async #open(): Promise<Client> {
    const client = new Client(this.#config)
    // A running statement reports its own error; without a listener the error would end the program.
    client.on('error', error => this.#events.warn(error))
    client.on('notification', ({ payload }) => this.#events.notified?.(payload ?? ''))
    try {
      await client.connect()
      await this.#events.opened?.((statement, values) => runOn(client, statement, values))
      client.on('end', () => this.#discard(opening))
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
    const opening = this.#opening
    return client
  }

  #discard(opening: Promise<Client> | undefined): void {
    if (opening === undefined || this.#opening !== opening) return
    this.#opening = undefined
    void opening.then(client => client.end()).catch(() => {})
  }
}

async function runOn(client: Client, { name, text }: Statement, values: readonly unknown[] = []) {
  const { rows } = await client.query<Row>({ name, text, values: [...values] })
  return rows
}
