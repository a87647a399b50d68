import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { BodyRefusedError } from '../body/fault.ts'
import type { LedgerAccount } from '../ledger/account.ts'
import type { Pipeline } from '../pipeline.ts'
import { SpoolUnavailableError } from '../spool/commit.ts'
import type { IdempotencyLog, IdempotentAnswer } from '../spool/idempotency-log.ts'
import type { BodyIdentity } from './body-identity.ts'

/** How long a body is remembered as unconfirmed after its events are on disk. */
const retentionMs = 10 * 60_000
/** Maximum unconfirmed bodies that are remembered; the oldest are forgotten first. */
const maxBodies = 100_000

/** Events that are read or appended before sockets are served again. */
export const eventsPerTurn = 2_000

/** The events of a body, and the ledger account of its source. */
export interface ReceivedEvents {
  events: readonly ParsedEvent[]
  /** Microseconds. */
  receivedAt: number
  account: LedgerAccount
}

/** A body whose events are on disk. */
export interface CommittedBody {
  accepted: number
  tooOld: number
}

/**
 * Passes the events of bodies to the pipeline, and waits until they are on disk. A body that is sent again
 * (see BodyIdentity) gets the answer to the first one instead.
 */
export class BodyCommitter {
  readonly #pipeline: Pipeline
  readonly #keys: IdempotencyLog
  /** Running commits of idempotent bodies, by key. */
  readonly #inProgress = new Map<string, Promise<IdempotentAnswer>>()
  readonly #unconfirmed = new UnconfirmedBodies()

  constructor(pipeline: Pipeline, keys: IdempotencyLog) {
    this.#pipeline = pipeline
    this.#keys = keys
  }

  /**
   * Resolves when the events are on disk. Rejects with SpoolUnavailableError after a timeout; if the same
   * body is then sent again, it counts once. For ten minutes, further bodies with the key of an idempotent
   * body get its answer, or a BodyRefusedError if their content differs.
   */
  commit(received: ReceivedEvents, identity: BodyIdentity): Promise<CommittedBody> {
    const commitResult = identity.isIdempotent
      ? this.#commitOnce(received, identity)
      : this.#commitEachTime(received, identity)
    // Prevents an unhandled rejection: it may fail before the caller awaits it.
    commitResult.catch(() => {})
    return commitResult
  }

  /** Commits a body that counts each time it is sent, except after a refusal (UnconfirmedBodies). */
  async #commitEachTime(received: ReceivedEvents, identity: BodyIdentity): Promise<CommittedBody> {
    const { events } = received
    const unconfirmed = this.#unconfirmed.find(identity.key)
    if (unconfirmed !== undefined) {
      this.#unconfirmed.countRepeat(identity.key)
      return this.#whenOnDisk(unconfirmed, 0)
    }
    let accepted = 0
    for (let from = 0; from < events.length; from += eventsPerTurn) {
      if (from > 0) await setImmediate()
      accepted += this.#accept(received, from, Math.min(from + eventsPerTurn, events.length))
      this.#pipeline.endChunk()
    }
    return this.#whenOnDisk(newAnswer(identity, accepted, events.length), events.length)
  }

  /** Commits an idempotent body. Appends events and key synchronously, so that they are in one commit. */
  async #commitOnce(received: ReceivedEvents, identity: BodyIdentity): Promise<CommittedBody> {
    const { key, digest } = identity
    const { events } = received
    const known = this.#keys.find(key) ?? this.#inProgress.get(key)
    if (known !== undefined) return requireSameDigest(await known, digest)
    const unconfirmed = this.#unconfirmed.find(key)
    let committed: Promise<IdempotentAnswer>
    if (unconfirmed !== undefined) {
      requireSameDigest(unconfirmed, digest)
      this.#unconfirmed.countRepeat(key)
      committed = this.#whenOnDisk(unconfirmed, 0)
    } else {
      const answer = newAnswer(identity, this.#accept(received, 0, events.length), events.length)
      this.#pipeline.writer.rememberAnswer(answer)
      this.#pipeline.endChunk()
      committed = this.#whenOnDisk(answer, events.length)
    }
    this.#inProgress.set(key, committed)
    try {
      return await committed
    } finally {
      this.#inProgress.delete(key)
    }
  }

  /** Waits until all accepted events are on disk. `events`: how many this body has added; 0 for a repeat. */
  async #whenOnDisk(answer: IdempotentAnswer, events: number): Promise<IdempotentAnswer> {
    try {
      await this.#pipeline.writer.whenCommitted(events)
      return answer
    } catch (error) {
      if (error instanceof SpoolUnavailableError) this.#unconfirmed.add(answer, error.written)
      throw error
    }
  }

  /** Appends events [from, to). Returns how many were accepted. */
  #accept({ events, receivedAt, account }: ReceivedEvents, from: number, to: number): number {
    const now = performance.now()
    let accepted = 0
    for (let i = from; i < to; i++) {
      const event = events[i]
      if (event !== undefined && this.#pipeline.accept(event, receivedAt, now, account)) accepted++
    }
    return accepted
  }
}

function newAnswer({ key, digest }: BodyIdentity, accepted: number, events: number): IdempotentAnswer {
  return { key, digest, at: Date.now(), accepted, tooOld: events - accepted }
}

/** The answer to the first body of a key. Throws BodyRefusedError if this body has other content. */
function requireSameDigest(first: IdempotentAnswer, digest: string): IdempotentAnswer {
  if (first.digest === digest) return first
  throw new BodyRefusedError(400, 'This Idempotency-Key came with another body within the last ten minutes.')
}

interface Unconfirmed {
  answer: IdempotentAnswer
  /** Number of bodies with this key that were refused and not yet sent again. */
  pendingRepeats: number
}

/**
 * Bodies answered with 503 although their events are in memory and will be written. If such a body is sent
 * again within ten minutes after that, it is not stored twice. Lost at a restart: then a repeated body counts
 * twice, unless it has a key.
 */
class UnconfirmedBodies {
  // Without `max`, which would allocate room for all of them at once.
  readonly #bodies = new LRUCache<string, Unconfirmed>({ maxSize: maxBodies, sizeCalculation: () => 1 })

  /** `written` resolves when the events are on disk. */
  add(answer: IdempotentAnswer, written: Promise<void>): void {
    const { key } = answer
    const body = this.#bodies.peek(key) ?? { answer, pendingRepeats: 0 }
    body.pendingRepeats++
    // Without a time limit until the events are on disk.
    this.#bodies.set(key, body, { ttl: 0 })
    void written.then(() => {
      if (this.#bodies.peek(key) === body) this.#bodies.set(key, body, { ttl: retentionMs })
    })
  }

  find(key: string): IdempotentAnswer | undefined {
    return this.#bodies.peek(key)?.answer
  }

  /** Counts a body with this key that was sent again. Forgets the body after as many repeats as refusals. */
  countRepeat(key: string): void {
    const body = this.#bodies.peek(key)
    if (body !== undefined && --body.pendingRepeats <= 0) this.#bodies.delete(key)
  }
}
