/** The order of a sender process, as JSON in its first argument. */
export interface Order {
  /** An address in the form of `millrace send --to`. */
  to: string
  /** A built-in template of `millrace send`: `mixed`, or `repeats` for events to deduplicate. */
  load: string
  /** Parallel connections; over HTTP, clients that each wait for their response. */
  connections: number
  seconds: number
  /** Events per second over all connections; 0 = as many as are accepted. */
  rate: number
  /** Number of the first event, so that no two senders send the same events. */
  first: number
  /** For HTTP. */
  token: string
}

/** Its result, as JSON on standard output. */
export interface Sent {
  events: number
  /** Unix milliseconds of the first connection. */
  began: number
  /** From the first byte to the last answer or the end of the last connection. */
  seconds: number
  /** Bodies that were refused with 429 or 503, and sent again. */
  putOff: number
  /** CPU seconds used for sending. */
  cpu: number
}
