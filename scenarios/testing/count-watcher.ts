import { setTimeout } from 'node:timers/promises'
import type { EventRateResults } from '../../src/schema/query/event-rate.ts'
import type { QueryRepresentation } from '../../src/schema/query/query.ts'
import type { Client, Params } from './client.ts'
import { LiveUpdates } from './live-updates.ts'

const retryMs = 200
const hour = 3_600

/** A websocket that watches the number of events, and reconnects whenever it breaks, like the page. */
export class CountWatcher {
  /** Impossible states. */
  readonly faults: string[] = []
  readonly #name: string
  readonly #client: Client
  readonly #running: Promise<void>
  readonly #params: Params
  #isStopping = false
  #last = 0
  #updates: LiveUpdates | undefined

  constructor({ name, client }: { name: string; client: Client }) {
    this.#name = name
    this.#client = client
    const now = Math.floor(Date.now() / 1_000)
    this.#params = { time_range: { ts_from: now - hour, ts_to: now + hour, step: hour } }
    this.#running = this.#watch()
  }

  /** The last number shown. */
  get last(): number {
    return this.#last
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#updates?.close()
    await this.#running
  }

  async #watch(): Promise<void> {
    while (!this.#isStopping) {
      try {
        const answer = await this.#client.post('/api/query', { type: 'EventRate', params: this.#params })
        // The shape of this route, which the API tests check.
        const { query_id } = (await answer.json()) as QueryRepresentation
        if (!answer.ok) throw new Error(`answered ${answer.status}`)
        this.#updates = await LiveUpdates.subscribe(this.#client, query_id ?? '', state => this.#show(state))
        if (this.#isStopping) await this.#updates.close()
        await this.#updates.closed
      } catch {
        await setTimeout(retryMs)
      }
    }
  }

  #show({ status, results }: QueryRepresentation): void {
    if (status !== 'SUCCESS') return
    // The results of an EventRate, whose schema the API tests check.
    const { sum } = (results as EventRateResults).totals
    if (sum < this.#last) this.faults.push(`${this.#name} showed ${sum} after ${this.#last}`)
    this.#last = sum
  }
}
