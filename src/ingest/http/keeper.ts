import { setImmediate } from 'node:timers/promises'
import type { ParsedEvent } from '../../schema/event.ts'
import type { Account } from '../ledger/account.ts'
import type { Pipeline } from '../pipeline.ts'
import type { KeyedAnswer, KeyLog } from '../spool/key-log.ts'

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
  readonly #underway = new Map<string, Promise<Kept>>()

  constructor(pipeline: Pipeline, keys: KeyLog) {
    this.#pipeline = pipeline
    this.#keys = keys
  }

  /**
   * Resolves when the events are on disk; rejects with SpoolUnavailable. A body with a key counts once: whoever comes with
   * the same key within ten minutes gets the answer of the first. '' is no key.
   */
  keep(batch: ReceivedBatch, key: string): Promise<Kept> {
    const kept = key === '' ? this.#keep(batch) : this.#keepOnce(key, batch)
    // Whoever awaits it may come a turn of the event loop later than its failure.
    kept.catch(() => {})
    return kept
  }

  async #keep(batch: ReceivedBatch): Promise<Kept> {
    const { events } = batch
    let accepted = 0
    for (let from = 0; from < events.length; from += eventsPerTurn) {
      if (from > 0) await setImmediate()
      accepted += this.#take(batch, from, Math.min(from + eventsPerTurn, events.length))
      this.#pipeline.chunkEnd()
    }
    await this.#pipeline.writer.committed(events.length)
    return { accepted, outOfTime: events.length - accepted }
  }

  /** Events and key are in one commit, so there is no turn of the event loop between them. */
  async #keepOnce(key: string, batch: ReceivedBatch): Promise<Kept> {
    const { events } = batch
    const known = this.#keys.find(key) ?? this.#underway.get(key)
    if (known !== undefined) {
      const { accepted, outOfTime } = await known
      return { accepted, outOfTime }
    }
    const accepted = this.#take(batch, 0, events.length)
    const answer: KeyedAnswer = { key, at: Date.now(), accepted, outOfTime: events.length - accepted }
    this.#pipeline.writer.remember(answer)
    const kept = this.#pipeline.writer.committed(events.length).then(() => answer)
    this.#underway.set(key, kept)
    try {
      return await kept
    } finally {
      this.#underway.delete(key)
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
