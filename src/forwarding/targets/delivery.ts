import type { OutgoingEvent } from '../formats/outgoing-event.ts'

/** Events that a destination took. */
export interface Taken {
  /** Events that the receiver refused for good: sending them again would not help. */
  refused: number
  /**
   * Resolves once the receiver certainly has the events that it did not refuse. Where the protocol has no
   * acknowledgements, the delivery waits until a loss would have been noticed. Never rejects; stays pending
   * when the delivery fails.
   */
  confirmed: Promise<void>
}

/** A connection to a destination. After an error, a new one begins with the events that are not confirmed. */
export interface Delivery {
  /**
   * Sends all these events, in their order; iterating makes them. Resolves when more can be sent. Rejects
   * with a DeliveryError or another Error, and when the signal fires.
   */
  send(events: Iterable<OutgoingEvent>, signal: AbortSignal): Promise<Taken>
  /** Rejects when the connection fails, also between two calls of `send`; absent without a connection. */
  readonly failed?: Promise<never> | undefined
  /** Whether the receiver itself confirms events, some time after it took them. */
  readonly hasAcknowledgements?: boolean
  /** Ends the connection. Within a few seconds it confirms what the receiver still acknowledges. */
  close(): Promise<void>
}

/** Why a delivery failed, for the person who set the destination. */
export class DeliveryError extends Error {
  override name = 'DeliveryError' as const
  /** Seconds after which the receiver asked to try again; undefined: it did not. */
  readonly retryAfter: number | undefined

  constructor(message: string, options: { retryAfter?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.retryAfter = options.retryAfter
  }
}

/** The reason of a failure; of a system call, without the address. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('syscall' in error && 'code' in error) return `${error.syscall} ${error.code}`
  return withoutNodeHint(error.message)
}

/** A message without what Node advises its own users: another way to start the process. */
export function withoutNodeHint(message: string): string {
  return message.replace(/; if the root CA is installed locally.*$/, '')
}
