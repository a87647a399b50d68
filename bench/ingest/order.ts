/** The order of a sender process, as JSON in its first argument. */
export interface Order {
  /** An address, as `millrace send --to` takes it. */
  to: string
  /** A built-in template of `millrace send`: `mixed`, or `repeats` for something to deduplicate. */
  load: string
  /** Connections at once; over HTTP, clients that each wait for their answer. */
  connections: number
  seconds: number
  /** Events a second over all connections; 0 = as many as are taken. */
  rate: number
  /** Number of the first event, so that no two senders say the same. */
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
  /** Bodies that were put off with 429 or 503, and sent again. */
  putOff: number
  /** CPU time that sending took, seconds. */
  cpu: number
}
