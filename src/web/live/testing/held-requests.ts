import type { QueryAnswer } from '../../api/queries.ts'
import type { QueryRequests } from '../page-queries.ts'

interface Held {
  name: string
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}

/**
 * A fake service: each request waits until the test answers it. `log` has the sent and aborted requests, in
 * order.
 */
export class HeldRequests implements QueryRequests {
  readonly log: string[] = []
  readonly #held: Held[] = []
  #created = 0

  // Queries are created at once: a, b, c. Only the id is used.
  async create(): Promise<never> {
    const query_id = String.fromCharCode('a'.charCodeAt(0) + this.#created)
    this.#created += 1
    this.log.push(`create ${query_id}`)
    return { query_id, status: 'SUCCESS' } as unknown as QueryAnswer as never
  }
  read(id: string, signal: AbortSignal): Promise<never> {
    return this.send(`read ${id}`, signal)
  }
  readPage(id: string, page: number, signal: AbortSignal): Promise<never> {
    return this.send(`page ${page} of ${id}`, signal)
  }
  stop(id: string, signal: AbortSignal): Promise<never> {
    return this.send(`stop ${id}`, signal)
  }
  remove(id: string): void {
    this.log.push(`remove ${id}`)
  }

  /** Rejects with the reason of the signal, as fetch does. */
  send(name: string, signal: AbortSignal): Promise<never> {
    this.log.push(name)
    return new Promise((resolve, reject) => {
      // The test answers with the expected type.
      this.#held.push({ name, resolve: resolve as (answer: unknown) => void, reject })
      signal.addEventListener('abort', () => {
        if (this.#take(name)) this.log.push(`aborted ${name}`)
        reject(signal.reason)
      })
    })
  }

  answer(name: string, answer: unknown): void {
    this.#take(name)?.resolve(answer)
  }
  refuse(name: string, error: unknown): void {
    this.#take(name)?.reject(error)
  }

  #take(name: string): Held | undefined {
    const index = this.#held.findIndex(held => held.name === name)
    return index < 0 ? undefined : this.#held.splice(index, 1)[0]
  }
}
