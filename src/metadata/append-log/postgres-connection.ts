import { Client, type ClientConfig } from 'pg'
import { faultOf, isUsableAfter } from '../postgres/driver.ts'

/** Functions that a PostgresConnection calls. */
export interface ConnectionEvents {
  /** Prepares a new connection; when it rejects, the connection is closed. */
  opened?: (run: RunStatement) => Promise<void>
  /** Called with each notification of a channel that `opened` listens to. */
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

/** A connection, from its opening until it breaks. */
interface Session {
  client: Promise<Client>
  /** Settles with the latest statement; never rejects. */
  idle: Promise<unknown>
}

/**
 * One connection to PostgreSQL, opened by the first statement, and by the next one after it broke. Statements
 * run in the order of the calls, one at a time. When the connection breaks, the waiting statements fail too.
 */
export class PostgresConnection {
  readonly #config: ClientConfig
  readonly #events: ConnectionEvents
  #session: Session | undefined
  #isClosed = false

  constructor(config: ClientConfig, events: ConnectionEvents) {
    this.#config = config
    this.#events = events
  }

  /** Rejects with the fault metadata_unavailable for an outage. The statement may have run then. */
  async run(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    if (this.#isClosed) throw new Error('the connection is closed')
    this.#session ??= { client: this.#open(), idle: Promise.resolve() }
    const session = this.#session
    const answer = session.idle.then(async () => await runOn(await session.client, statement, values))
    session.idle = answer.catch(() => {})
    try {
      return await answer
    } catch (error) {
      if (!isUsableAfter(error)) this.#discard(session)
      throw faultOf(error)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const client = await this.#session?.client.catch(() => undefined)
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
      client.on('end', () => this.#discard(session))
    } catch (error) {
      void client.end().catch(() => {})
      // Even if the server answered, such as "too many connections": the next statement connects again.
      this.#discard(this.#session)
      throw error
    }
    // Set by `run` while this function waited.
    const session = this.#session
    return client
  }

  #discard(session: Session | undefined): void {
    if (session === undefined || this.#session !== session) return
    this.#session = undefined
    void session.client.then(client => client.end()).catch(() => {})
  }
}

async function runOn(client: Client, { name, text }: Statement, values: readonly unknown[] = []) {
  const { rows } = await client.query<Row>({ name, text, values: [...values] })
  return rows
}
