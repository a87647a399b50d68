import { setImmediate } from 'node:timers/promises'
import type { ParsedEvent } from '../../schema/event.ts'
import type { Account } from '../ledger/account.ts'
import type { Pipeline } from '../pipeline.ts'
import type { KeyedAnswer, KeyLog } from '../spool/key-log.ts'
import { SpoolUnavailable } from '../spool/writer.ts'
import type { BodyIdentity } from './body-identity.ts'
import { BodyRefused } from './fault.ts'
import { RefusedBodies } from './refused-bodies.ts'

/** Events checked or taken between two turns of the event loop, so that sockets are read meanwhile. */
export const eventsPerTurn = 2_000

/** The events of a body. */
export interface ReceivedBatch {
  events: readonly ParsedEvent[]
  /** Microseconds. */
  receivedAt: number
  /** Of the source that they came from. */
  account: Account
}

export interface Kept {
  accepted: number
  outOfTime: number
}

/** Puts the events of whole bodies into the pipeline and waits until they are on disk. */
export class BodyKeeper {
  readonly #pipeline: Pipeline
  readonly #keys: KeyLog
  readonly #underway = new Map<string, Promise<KeyedAnswer>>()
  readonly #refused = new RefusedBodies()

  constructor(pipeline: Pipeline, keys: KeyLog) {
    this.#pipeline = pipeline
    this.#keys = keys
  }

  /**
   * Resolves when the events are on disk; rejects with SpoolUnavailable when they are not for long, after which the same body is taken
   * for a repetition of this one. A body that counts once: whoever comes with its key within ten minutes gets the answer of
   * the first, or BodyRefused when it is another body.
   */
  keep(batch: ReceivedBatch, identity: BodyIdentity): Promise<Kept> {
    const kept = identity.countsOnce ? this.#keepOnce(batch, identity) : this.#keep(batch, identity)
    // Whoever awaits it may come a turn of the event loop later than its failure.
    kept.catch(() => {})
    return kept
  }

  async #keep(batch: ReceivedBatch, identity: BodyIdentity): Promise<Kept> {
    const { events } = batch
    const refused = this.#refused.find(identity.key)
    if (refused !== undefined) {
      this.#refused.remove(identity.key)
      return this.#committed(refused, 0)
    }
    let accepted = 0
    for (let from = 0; from < events.length; from += eventsPerTurn) {
      if (from > 0) await setImmediate()
      accepted += this.#take(batch, from, Math.min(from + eventsPerTurn, events.length))
      this.#pipeline.chunkEnd()
    }
    return this.#committed(answerOf(identity, accepted, events.length), events.length)
  }

  /** Events and key are in one commit, so there is no turn of the event loop between them. */
  async #keepOnce(batch: ReceivedBatch, identity: BodyIdentity): Promise<Kept> {
    const { key, digest } = identity
    const { events } = batch
    const known = this.#keys.find(key) ?? this.#underway.get(key)
    if (known !== undefined) return sameBody(await known, digest)
    const refused = this.#refused.find(key)
    if (refused !== undefined) sameBody(refused, digest)
    const answer = refused ?? answerOf(identity, this.#take(batch, 0, events.length), events.length)
    this.#refused.remove(key)
    if (refused === undefined) this.#pipeline.writer.remember(answer)
    const kept = this.#committed(answer, refused === undefined ? events.length : 0)
    this.#underway.set(key, kept)
    try {
      return await kept
    } finally {
      this.#underway.delete(key)
    }
  }

  /** Waits until all that was taken is on disk, of which so many events belong to the answer. */
  async #committed(answer: KeyedAnswer, events: number): Promise<KeyedAnswer> {
    try {
      await this.#pipeline.writer.committed(events)
      return answer
    } catch (error) {
      if (error instanceof SpoolUnavailable) this.#refused.add(answer, error.written)
      throw error
    }
  }

  #take({ events, receivedAt, account }: ReceivedBatch, from: number, to: number): number {
    const now = performance.now()
    let accepted = 0
    for (let i = from; i < to; i++) {
      const event = events[i]
      if (event !== undefined && this.#pipeline.take(event, receivedAt, now, account)) accepted++
    }
    return accepted
  }
}

function answerOf({ key, digest }: BodyIdentity, accepted: number, events: number): KeyedAnswer {
  return { key, digest, at: Date.now(), accepted, outOfTime: events - accepted }
}

/** The answer of the first body of a key. Throws BodyRefused when this one has other content. */
function sameBody(first: KeyedAnswer, digest: string): KeyedAnswer {
  if (first.digest === digest) return first
  throw new BodyRefused(400, 'This Idempotency-Key came with another body within the last ten minutes.')
}
