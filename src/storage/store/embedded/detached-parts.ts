import { Repeater } from '../../../async/repeater.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { findDetachedParts } from './check-parts.ts'

/** The engine may restart at any time, and detach parts that it cannot read. */
const everyMs = 600_000

interface DetachedPartsOptions {
  client: Pick<SqlClient, 'select'>
  log: (message: string) => void
}

/**
 * Parts of events that the engine detached because it cannot read them: answers do not include their events.
 * Logs each one once.
 */
export class DetachedParts {
  readonly #options: DetachedPartsOptions
  readonly #repeater: Repeater
  #names: readonly string[] = []

  constructor(options: DetachedPartsOptions) {
    this.#options = options
    this.#repeater = new Repeater(
      () => this.read(),
      error => options.log(`Parts that the engine detached cannot be listed: ${error}`),
    )
  }

  /** Names of the parts. Each includes the day of its events. */
  get names(): readonly string[] {
    return this.#names
  }

  /** Reads the parts now. */
  async read(): Promise<void> {
    const { client, log } = this.#options
    const found = await findDetachedParts(client)
    for (const { name, reason } of found)
      if (!this.#names.includes(name))
        log(
          `The part ${name} was set aside: ${reason}. Its events are in no answer, unless the spool still had them`,
        )
    this.#names = found.map(({ name }) => name)
  }

  /** Reads them again from time to time. */
  start(): void {
    this.#repeater.start(everyMs)
  }

  /** Resolves when no read is running. */
  close(): Promise<void> {
    return this.#repeater.close()
  }
}
