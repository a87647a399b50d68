import { LRUCache } from 'lru-cache'
import { Fault } from '../../schema/fault.ts'

const maxQuestions = 1_000

/**
 * Questions whose statement was refused because it ended the engine. The range of most questions moves on,
 * and their next statement would be a different one, so the question itself is not computed for any reader
 * until its quarantine is over.
 */
export class QuarantinedQuestions {
  /** Ends of quarantines (Unix milliseconds) by the key of the question. */
  readonly #until = new LRUCache<string, number>({ max: maxQuestions })

  /** Throws query_quarantined for a question that must not be computed now (Unix milliseconds). */
  check(key: string, now: number): void {
    const leftMs = (this.#until.peek(key) ?? 0) - now
    if (leftMs > 0) throw new Fault('query_quarantined', { retryAfter: Math.ceil(leftMs / 1_000) })
  }

  /** Puts a question that failed with query_quarantined in quarantine. */
  recordFailure(key: string, error: unknown, now: number): void {
    if (!(error instanceof Fault) || error.code !== 'query_quarantined') return
    this.#until.set(key, now + (error.retryAfter ?? 0) * 1_000)
  }
}
