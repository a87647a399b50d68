import { setTimeout } from 'node:timers/promises'
import type { Client } from './client.ts'

const pauseMs = 50

/** Repeats a query whatever happens to the engine, and counts the statuses of the answers. */
export class QueryPoller {
  readonly statuses = new Map<number, number>()
  readonly #client: Client
  readonly #running: Promise<void>
  #stopping = false

  constructor(client: Client) {
    this.#client = client
    this.#running = this.#ask()
  }

  /** The statuses seen; 0 stands for no answer. */
  async stop(): Promise<number[]> {
    this.#stopping = true
    await this.#running
    return [...this.statuses.keys()].sort()
  }

  async #ask(): Promise<void> {
    while (!this.#stopping) {
      const status = await this.#status().catch(() => 0)
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
      await setTimeout(pauseMs)
    }
  }

  /** A query that fails without an engine has the code storage_unavailable: counts as an answer. */
  async #status(): Promise<number> {
    const params = { field: 'host', time_range: { preset: 'last_1_hours' } }
    const answer = await this.#client.post('/api/query', { type: 'TopN', params })
    const text = await answer.text()
    if (answer.status !== 200) return answer.status
    return text.includes('"status":"FAILURE"') && !text.includes('"code":"storage_unavailable"') ? 500 : 200
  }
}
