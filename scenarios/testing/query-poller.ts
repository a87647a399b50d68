import { setTimeout } from 'node:timers/promises'
import type { Client } from './client.ts'

const pauseMs = 50

/** The status of an answer, or the code of a failed query. */
type Outcome = number | string

/** Repeats a query no matter what happens to the engine, and counts the outcomes. */
export class QueryPoller {
  readonly outcomes = new Map<Outcome, number>()
  readonly #client: Client
  readonly #running: Promise<void>
  #stopping = false

  constructor(client: Client) {
    this.#client = client
    this.#running = this.#ask()
  }

  /** Returns the outcomes seen; 0 stands for no answer. */
  async stop(): Promise<Outcome[]> {
    this.#stopping = true
    await this.#running
    return [...this.outcomes.keys()]
  }

  async #ask(): Promise<void> {
    while (!this.#stopping) {
      const outcome = await this.#outcome().catch(() => 0)
      this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
      await setTimeout(pauseMs)
    }
  }

  async #outcome(): Promise<Outcome> {
    const params = { field: 'host', time_range: { preset: 'last_1_hours' } }
    const answer = await this.#client.post('/api/query', { type: 'TopN', params })
    const text = await answer.text()
    if (answer.status !== 200 || !text.includes('"status":"FAILURE"')) return answer.status
    return /"code":"(\w+)"/.exec(text)?.[1] ?? text
  }
}
