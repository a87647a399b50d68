import { Fault } from '../../schema/fault.ts'

/** Questions that are remembered; past it the oldest are forgotten. */
const maxQuestions = 1_000

/**
 * Questions of which a statement was refused because it ended the engine. The range of most questions moves on, and their next
 * statement would be another one: so the question itself is not computed for as long, whoever asks it.
 */
export class QuarantinedQuestions {
  /** Until when (Unix milliseconds), by the key of the question. */
  readonly #until = new Map<string, number>()

  /** Throws query_quarantined for a question that must not be computed now (Unix milliseconds). */
  check(key: string, now: number): void {
    const left = (this.#until.get(key) ?? 0) - now
    if (left > 0) throw new Fault('query_quarantined', { retryAfter: Math.ceil(left / 1_000) })
  }

  /** Takes note of what a question failed with. */
  note(key: string, error: unknown, now: number): void {
    if (!(error instanceof Fault) || error.code !== 'query_quarantined') return
    this.#until.delete(key)
    this.#until.set(key, now + (error.retryAfter ?? 0) * 1_000)
    for (const oldest of this.#until.keys()) {
      if (this.#until.size <= maxQuestions) return
      this.#until.delete(oldest)
    }
  }
}
