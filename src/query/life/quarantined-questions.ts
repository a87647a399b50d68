import { LRUCache } from 'lru-cache'
import { Fault } from '../../schema/fault.ts'

const maxQuestions = 1_000

/**
 * Questions whose statements are in quarantine because they crashed the engine. When the range of a question
 * moves, its next statement differs and would not be refused. So the question itself is refused until its
 * quarantine ends.
 */
export class QuarantinedQuestions {
  /** When the quarantine ends, Unix milliseconds, by key of the question. */
  readonly #until = new LRUCache<string, number>({ max: maxQuestions })

  /** Throws query_quarantined if the question is in quarantine. `now`: Unix milliseconds. */
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
