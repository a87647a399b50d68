import type { IdempotentAnswer } from '../spool/idempotency-log.ts'

interface Unconfirmed {
  answer: IdempotentAnswer
  /** How many bodies of this key were refused and have not been sent again. */
  pendingRepeats: number
  /** Milliseconds of the monotonic clock; infinite until the events are on disk. */
  until: number
}

const retentionMs = 10 * 60_000
const maxBodies = 100_000

/**
 * Bodies that were answered 503 although their events are in memory and are written as soon as that is possible, for ten minutes after
 * they have been written: their senders repeat them, and each repetition is the body that is there already. In memory alone: a restart
 * that comes between counts such a body twice, unless it has a key.
 */
export class UnconfirmedBodies {
  readonly #bodies = new Map<string, Unconfirmed>()

  /** `written` resolves when the events are on disk. */
  add(answer: IdempotentAnswer, written: Promise<void>): void {
    this.#forget()
    const { key } = answer
    const body = this.#bodies.get(key) ?? { answer, pendingRepeats: 0, until: 0 }
    body.pendingRepeats++
    body.until = Number.POSITIVE_INFINITY
    this.#bodies.set(key, body)
    void written.then(() => {
      body.until = performance.now() + retentionMs
    })
  }

  find(key: string): IdempotentAnswer | undefined {
    const body = this.#bodies.get(key)
    return body !== undefined && performance.now() < body.until ? body.answer : undefined
  }

  /** One body of this key has been sent again. */
  remove(key: string): void {
    const body = this.#bodies.get(key)
    if (body !== undefined && --body.pendingRepeats <= 0) this.#bodies.delete(key)
  }

  #forget(): void {
    const now = performance.now()
    for (const [key, { until }] of this.#bodies) {
      if (now < until && this.#bodies.size < maxBodies) break
      this.#bodies.delete(key)
    }
  }
}
