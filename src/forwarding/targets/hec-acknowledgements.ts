import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../async/until.ts'
import type { OutgoingAnswer } from '../../outgoing/exchange.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { DeliveryError } from './delivery.ts'
import type { Acknowledgements } from './http-batches.ts'
import { describeAnswer, failureOf, type HttpSender } from './http-sender.ts'
import { jsonAnswer } from './json-answer.ts'

/** Splunk acknowledges when the events are on disk, which takes up to minutes under load. */
const acknowledgeTimeoutMs = 300_000
const pollMs = 500
const closeTimeoutMs = 2_000
/** Maximum requests without an acknowledgement: about as many megabytes are sent again after a failure. */
const maxWaiting = 64

/** A request that the indexer has not acknowledged yet. */
interface Waiting {
  deadlineMs: number
  acknowledge: () => void
}

/** Asks a Splunk indexer, in one question for all, which requests of a channel it has stored. */
export class HecAcknowledgements implements Acknowledgements {
  readonly #ask: (body: string) => Promise<OutgoingAnswer>
  readonly #closed = new AbortController()
  /** By the id that the answer of the request has. */
  readonly #waiting = new Map<number, Waiting>()
  readonly #failure = Promise.withResolvers<never>()
  readonly failed = this.#failure.promise
  /** The questions that are being asked; undefined while no request waits. */
  #polling: Promise<void> | undefined
  /** Resolves after the next answer. */
  #polled = Promise.withResolvers<void>()

  /** `url`: of events; `headers`: with the channel. */
  constructor(sender: HttpSender, url: string, headers: Readonly<Record<string, string>>) {
    const path = new URL(url).pathname.replace(/\/event(\/1\.0)?\/?$/, '/ack')
    this.#ask = body => sender.post(body, headers, this.#closed.signal, path)
    this.failed.catch(() => {})
  }

  add(answer: OutgoingAnswer): Promise<void> {
    const id = jsonAnswer(answer.body)?.ackId
    if (typeof id !== 'number')
      throw new DeliveryError(
        `The token has no indexer acknowledgement: ${describeAnswer(answer)}. Turn it on in Splunk, or \`acknowledge\` off here.`,
      )
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.set(id, { deadlineMs: performance.now() + acknowledgeTimeoutMs, acknowledge: resolve })
    this.#polling ??= this.#poll().catch(error => this.#failure.reject(error))
    return promise
  }

  async hasRoom(signal: AbortSignal): Promise<void> {
    while (this.#waiting.size >= maxWaiting)
      await until(Promise.race([this.#polled.promise, this.failed]), { signal })
  }

  async close(): Promise<void> {
    await until(this.#polling ?? Promise.resolve(), { timeoutMs: closeTimeoutMs }).catch(() => {})
    this.#closed.abort()
  }

  /** Asks again and again until the indexer has acknowledged everything. */
  async #poll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const ids = [...this.#waiting.keys()]
      const answer = await this.#ask(JSON.stringify({ acks: ids }))
      // A restarted indexer does not know the channel.
      if (answer.status >= 300) throw failureOf(answer)
      const acks = jsonAnswer(answer.body)?.acks
      for (const id of isObject(acks) ? ids.filter(id => acks[String(id)] === true) : []) {
        this.#waiting.get(id)?.acknowledge()
        this.#waiting.delete(id)
      }
      this.#polled.resolve()
      this.#polled = Promise.withResolvers()
      const [oldest] = this.#waiting.values()
      if (oldest !== undefined && performance.now() > oldest.deadlineMs)
        throw new DeliveryError(
          `Splunk has not acknowledged a request within ${acknowledgeTimeoutMs / 1_000} seconds.`,
        )
      if (oldest !== undefined) await wait(pollMs, undefined, { signal: this.#closed.signal })
    }
    this.#polling = undefined
  }
}
