/** Reasons to refuse an event, a connection or a body. A closed list, since reasons are labels of metrics. */
export const refusalReasons = {
  overload:
    'Over capacity: the spool was full or could not be written, and its sender could not be made to wait',
  invalid: 'Not a valid event, or in a body with one that was refused as a whole',
  not_allowed: 'Its sender is not on the list of senders that may send here',
  proxy_header: 'No proxy header where one is required, or one from a sender that may not send it',
  tls: 'The handshake failed, or the certificate of the sender was missing or not trusted',
  connections: 'As many connections were open as may be',
  rate: 'Its sender sent more in a second than may be',
  incomplete: 'Parts of it did not come in time, or too many waited for parts',
  corrupted: 'Its spool file was damaged on disk, and was set aside into spool/broken',
  store: 'The event store refused its spool file again and again, which was set aside into spool/refused',
  evicted: 'The spool was full and its policy is to drop the oldest',
  loop: 'This installation forwarded it, and it came back',
} as const
export type Refusal = keyof typeof refusalReasons

/**
 * Counts of the events of one source, or of all: received = stored + duplicates + dropped + tooOld + refused
 * + inFlight. They continue across restarts.
 */
export interface LedgerCounts {
  received: number
  /** Stored as a new event. */
  stored: number
  /** Stored as a repeat of an earlier event. */
  duplicates: number
  /** Dropped by rules. */
  dropped: number
  /** Out of time: older than Millrace stores events. */
  tooOld: number
  refused: number
  /** Refused events by reason, without reasons that never occurred. */
  refusals: Partial<Record<Refusal, number>>
  /** Received but not yet stored. */
  inFlight: number

  /** Connections and bodies that were refused as a whole, with an unknown number of events. */
  turnedAway: Partial<Record<Refusal, number>>
  /** Datagrams that the kernel dropped before Millrace received them; 0 without /proc/net/udp. */
  udpDropped: number
  /** Framing errors of streams. */
  frameErrors: number
  /** Events truncated to the maximum size. */
  truncated: number
  /** Extra fields that were cut or exceeded the limit of tags. */
  fieldsOmitted: number
  /** Events whose time was ahead of our clock, and was replaced by the time of receipt. */
  clockAhead: number
  /** Received. */
  bytes: number
  /** Open connections. */
  connections: number
}

/** The counts before anything was received. */
export const noCounts: Readonly<LedgerCounts> = {
  received: 0,
  stored: 0,
  duplicates: 0,
  dropped: 0,
  tooOld: 0,
  refused: 0,
  refusals: {},
  inFlight: 0,
  turnedAway: {},
  udpDropped: 0,
  frameErrors: 0,
  truncated: 0,
  fieldsOmitted: 0,
  clockAhead: 0,
  bytes: 0,
  connections: 0,
}

/** Counts of one source: a listener by its name, or an HTTP protocol. */
export interface SourceCounts extends LedgerCounts {
  source: string
  /** Unix microseconds of the last event since the start of the process; 0 before. */
  lastAt: number
}
