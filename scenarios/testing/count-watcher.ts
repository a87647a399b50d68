import type { QueryOf } from '../../clients/typescript/src/queries.ts'
import { watch } from '../../clients/typescript/src/watch.ts'
import { thrownText } from '../../src/schema/thrown-text.ts'
import type { Client } from './client.ts'

const hour = 3_600

/** A websocket that watches the number of events, and reconnects whenever it breaks, like the page. */
export class CountWatcher {
  /** Impossible states. */
  readonly faults: string[] = []
  readonly #name: string
  readonly #running: Promise<void>
  readonly #stopping = new AbortController()
  #last = 0

  constructor({ name, client }: { name: string; client: Client }) {
    this.#name = name
    this.#running = this.#watch(client)
  }

  /** The last number shown. */
  get last(): number {
    return this.#last
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #watch({ service }: Client): Promise<void> {
    const now = Math.floor(Date.now() / 1_000)
    const time_range = { ts_from: now - hour, ts_to: now + hour, step: hour }
    try {
      for await (const state of watch(
        service,
        'EventRate',
        { time_range },
        { signal: this.#stopping.signal },
      ))
        this.#show(state)
    } catch (error) {
      this.faults.push(`${this.#name} shows nothing more: ${thrownText(error)}`)
    }
  }

  #show({ status, results }: QueryOf<'EventRate'>): void {
    if (status !== 'SUCCESS' || !('totals' in results)) return
    const { sum } = results.totals
    if (sum < this.#last) this.faults.push(`${this.#name} showed ${sum} after ${this.#last}`)
    this.#last = sum
  }
}
