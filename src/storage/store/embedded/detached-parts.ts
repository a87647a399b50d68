import { Repeater } from '../../../async/repeater.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { type DetachedPart, findDetachedParts } from './check-parts.ts'

/** The engine also detaches parts while it runs, for example when a merge meets a damaged one. */
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
  #parts: readonly DetachedPart[] = []
  #days: readonly string[] = []

  constructor(options: DetachedPartsOptions) {
    this.#options = options
    this.#repeater = new Repeater(
      () => this.read(),
      error => options.log(`Parts that the engine detached cannot be listed: ${error}`),
    )
  }

  /** Names of the parts. Each includes the day of its events. */
  get names(): readonly string[] {
    return this.#parts.map(({ name }) => name)
  }

  /** The days of the parts, sorted. */
  get days(): readonly string[] {
    return this.#days
  }

  /** Reads the parts now. */
  async read(): Promise<void> {
    const { client, log } = this.#options
    const found = await findDetachedParts(client)
    const known = new Set(this.names)
    for (const { name, reason } of found)
      if (!known.has(name))
        log(
          `The part ${name} was set aside: ${reason}. Its events are in no answer, unless the spool still had them`,
        )
    this.#parts = found
    const days = found.flatMap(({ day }) => (day === undefined ? [] : [day]))
    this.#days = [...new Set(days)].sort()
  }

  /** Reads them again soon: a restarted engine may have detached parts. */
  update(): void {
    void this.#repeater.run()
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
