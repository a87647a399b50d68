import type { OutgoingAnswer } from '../../outgoing/exchange.ts'
import type { CheckedAddress } from '../../outgoing/outgoing-guard.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import type { Delivery, DeliveryError, Taken } from './delivery.ts'
import { failureOf, type HttpOptions, HttpSender } from './http-sender.ts'

/** Bytes of a body; one event more may be in it. */
const bodyBytes = 1_000_000
/** A receiver that refuses this number of events in a row is set up wrongly. */
const maxRefusedInRow = 100

/** How a kind of destination packs events into requests. */
export interface BatchProtocol {
  headers: Readonly<Record<string, string>>
  /** An event in a body. */
  write(event: OutgoingEvent): string
  /** A body of events; absent: they follow each other. */
  join?(parts: readonly string[]): string
  /** Further headers of a body. */
  headersOf?(body: string): Readonly<Record<string, string>>
  /** What waits for the receiver after an accepted request; absent: the answer is the acknowledgement. */
  acknowledged?(sender: HttpSender, answer: OutgoingAnswer, signal: AbortSignal): Promise<void>
}

/** Sends events in requests of about a megabyte, one after the other. */
export class HttpBatches implements Delivery {
  readonly #sender: HttpSender
  readonly #protocol: BatchProtocol
  #hasTaken = false
  /** Events refused one after the other. */
  #refusedInRow = 0
  #lastRefusal: DeliveryError | undefined

  constructor(options: HttpOptions, protocol: BatchProtocol, addresses: readonly CheckedAddress[]) {
    this.#sender = new HttpSender(options, addresses)
    this.#protocol = protocol
  }

  async send(events: readonly OutgoingEvent[], signal: AbortSignal): Promise<Taken> {
    let refused = 0
    let parts: string[] = []
    let bytes = 0
    const flush = async () => {
      if (parts.length > 0) refused += await this.#post(parts, signal)
      parts = []
      bytes = 0
    }
    for (const event of events) {
      const part = this.#protocol.write(event)
      parts.push(part)
      bytes += part.length
      if (bytes >= bodyBytes) await flush()
    }
    await flush()
    if (refused === events.length && refused > 0 && !this.#hasTaken) throw this.#lastRefusal
    return { refused, confirmed: Promise.resolve() }
  }

  async close(): Promise<void> {
    this.#sender.close()
  }

  /**
   * Posts events. A body that the receiver refuses is sent in halves, down to the events that it refuses.
   * Returns their number. Rejects while the receiver has taken no event: then it is set up wrongly, and the
   * events wait until that is mended.
   */
  async #post(parts: readonly string[], signal: AbortSignal): Promise<number> {
    const protocol = this.#protocol
    const body = protocol.join?.(parts) ?? parts.join('')
    const headers = { ...protocol.headers, ...protocol.headersOf?.(body) }
    const answer = await this.#sender.post(body, headers, signal)
    if (answer.status < 300) {
      await protocol.acknowledged?.(this.#sender, answer, signal)
      this.#hasTaken = true
      this.#refusedInRow = 0
      return 0
    }
    if (parts.length > 1) {
      const middle = Math.ceil(parts.length / 2)
      const refused = await this.#post(parts.slice(0, middle), signal)
      return refused + (await this.#post(parts.slice(middle), signal))
    }
    this.#refusedInRow++
    if (this.#refusedInRow >= maxRefusedInRow) throw failureOf(answer)
    this.#lastRefusal = failureOf(answer)
    return 1
  }
}
