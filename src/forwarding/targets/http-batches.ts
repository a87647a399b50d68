import type { OutgoingAnswer } from '../../outgoing/exchange.ts'
import type { CheckedAddress } from '../../outgoing/outgoing-guard.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { type Delivery, DeliveryError, type Taken } from './delivery.ts'
import { failureOf, type HttpOptions, HttpSender } from './http-sender.ts'

/** A body is sent once it has this many characters; its last event may exceed it. */
const bodyLength = 1_000_000
/** A receiver that refuses this number of bodies of one event in a row is set up wrongly. */
const maxRefusedInRow = 100

/** What a receiver did with the events of a request that it accepted. */
export interface BatchOutcome {
  /** Events that it refused for good. */
  refused: number
  /** Positions in the request of the events that it could not take now. */
  postponed: readonly number[]
  /** Why; '' if it took all of them. */
  reason: string
}

/** How a kind of destination packs events into requests. */
export interface BatchProtocol {
  headers: Readonly<Record<string, string>>
  /** An event in a body. */
  write(event: OutgoingEvent): string
  /** A body of events; absent: they follow each other. */
  join?(parts: readonly string[]): string
  /** Further headers of a body. */
  headersOf?(body: string): Readonly<Record<string, string>>
  /** Reads an answer with a status below 300; absent: it takes all events. Throws a DeliveryError. */
  outcome?(answer: OutgoingAnswer, count: number): BatchOutcome
  /** Of a receiver that acknowledges requests after its answers; absent: an answer acknowledges. */
  acknowledgements?(sender: HttpSender): Acknowledgements
}

/** Requests that a receiver has accepted, and acknowledges later. */
export interface Acknowledgements {
  /**
   * Adds a request by its answer. Throws a DeliveryError if the receiver will not acknowledge it. Resolves
   * when it is acknowledged; stays pending after a failure.
   */
  add(answer: OutgoingAnswer): Promise<void>
  /** Resolves when another request may be sent. Rejects after a failure, and when the signal fires. */
  hasRoom(signal: AbortSignal): Promise<void>
  /** Waits some seconds for acknowledgements; what comes later is not noticed. */
  close(): Promise<void>
  /** Rejects when requests will not be acknowledged. */
  readonly failed: Promise<never>
}

/** Sends events in requests of about a megabyte, one after the other. */
export class HttpBatches implements Delivery {
  readonly #sender: HttpSender
  readonly #protocol: BatchProtocol
  readonly #acknowledgements: Acknowledgements | undefined
  /** Resolves when all requests so far are acknowledged. */
  #confirmed: Promise<unknown> = Promise.resolve()
  /** Whether the receiver has taken any event. */
  #hasTaken = false
  /** Bodies of one event that were refused, one after the other. */
  #refusedInRow = 0
  /** Why the last refused event was refused; undefined before the first. */
  #lastRefusal: DeliveryError | undefined

  constructor(options: HttpOptions, protocol: BatchProtocol, addresses: readonly CheckedAddress[]) {
    this.#sender = new HttpSender(options, addresses)
    this.#protocol = protocol
    this.#acknowledgements = protocol.acknowledgements?.(this.#sender)
  }

  get failed(): Promise<never> | undefined {
    return this.#acknowledgements?.failed
  }

  get hasAcknowledgements(): boolean {
    return this.#acknowledgements !== undefined
  }

  /**
   * Rejects if the receiver refuses all these events and has not taken any before: then it is set up wrongly,
   * and the events wait until that is mended.
   */
  async send(events: Iterable<OutgoingEvent>, signal: AbortSignal): Promise<Taken> {
    let given = 0
    let refused = 0
    let parts: string[] = []
    let length = 0
    const flush = async () => {
      if (parts.length > 0) refused += await this.#post(parts, signal)
      parts = []
      length = 0
    }
    for (const event of events) {
      given++
      const part = this.#protocol.write(event)
      parts.push(part)
      length += part.length
      if (length >= bodyLength) await flush()
    }
    await flush()
    if (refused === given && refused > 0 && !this.#hasTaken) throw this.#lastRefusal
    return { refused, confirmed: this.#confirmed.then(() => {}) }
  }

  async close(): Promise<void> {
    await this.#acknowledgements?.close()
    this.#sender.close()
  }

  /**
   * Posts events. A body that the receiver refuses is sent in halves, down to the events that it refuses.
   * Returns their number.
   */
  async #post(parts: readonly string[], signal: AbortSignal): Promise<number> {
    const protocol = this.#protocol
    const body = protocol.join?.(parts) ?? parts.join('')
    const headers = { ...protocol.headers, ...protocol.headersOf?.(body) }
    await this.#acknowledgements?.hasRoom(signal)
    const answer = await this.#sender.post(body, headers, signal)
    if (answer.status < 300) return this.#taken(parts, answer, signal)
    if (parts.length > 1) {
      const middle = Math.ceil(parts.length / 2)
      const refused = await this.#post(parts.slice(0, middle), signal)
      return refused + (await this.#post(parts.slice(middle), signal))
    }
    return this.#refuse(failureOf(answer))
  }

  /**
   * Handles an accepted request. Events that the receiver could not take now are sent again: at once if it
   * took half of the request or more, otherwise after a pause, which the DeliveryError causes. Returns the
   * number of refused events.
   */
  async #taken(parts: readonly string[], answer: OutgoingAnswer, signal: AbortSignal): Promise<number> {
    if (this.#acknowledgements !== undefined)
      this.#confirmed = Promise.all([this.#confirmed, this.#acknowledgements.add(answer)])
    const outcome = this.#protocol.outcome?.(answer, parts.length)
    const { refused = 0, postponed = [], reason = '' } = outcome ?? {}
    if (parts.length > refused + postponed.length) {
      this.#hasTaken = true
      this.#refusedInRow = 0
    } else if (refused > 0) this.#lastRefusal = new DeliveryError(reason)
    if (postponed.length === 0) return refused
    if (postponed.length * 2 > parts.length) throw new DeliveryError(reason)
    const again = postponed.flatMap(position => parts[position] ?? [])
    return refused + (await this.#post(again, signal))
  }

  /** Counts a body of one event that was refused. Throws when too many were refused in a row. */
  #refuse(error: DeliveryError): number {
    this.#refusedInRow++
    this.#lastRefusal = error
    if (this.#refusedInRow >= maxRefusedInRow) throw error
    return 1
  }
}
