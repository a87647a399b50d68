import { LRUCache } from 'lru-cache'
import type { IdempotentAnswer } from '../spool/idempotency-log.ts'

interface Unconfirmed {
  answer: IdempotentAnswer
  /** Number of bodies with this key that were refused and not sent again yet. */
  pendingRepeats: number
}

const retentionMs = 10 * 60_000
const maxBodies = 100_000

/**
 * Bodies answered with 503 while their events wait in memory for the disk. Until ten minutes after they are
 * written, a repetition is not stored again. In memory only: after a restart a repetition counts twice,
 * unless it has a key.
 */
export class UnconfirmedBodies {
  // `max` would allocate room for all of them at once.
  readonly #bodies = new LRUCache<string, Unconfirmed>({ maxSize: maxBodies, sizeCalculation: () => 1 })

  /** `written` resolves when the events are on disk. */
  add(answer: IdempotentAnswer, written: Promise<void>): void {
    const { key } = answer
    const body = this.#bodies.peek(key) ?? { answer, pendingRepeats: 0 }
    body.pendingRepeats++
    this.#bodies.set(key, body, { ttl: 0 })
    void written.then(() => {
      if (this.#bodies.peek(key) === body) this.#bodies.set(key, body, { ttl: retentionMs })
    })
  }

  find(key: string): IdempotentAnswer | undefined {
    return this.#bodies.peek(key)?.answer
  }

  /** Call it when one body of this key was sent again. */
  remove(key: string): void {
    const body = this.#bodies.peek(key)
    if (body !== undefined && --body.pendingRepeats <= 0) this.#bodies.delete(key)
  }
}
