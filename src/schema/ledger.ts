/** Why an event was not kept, or a connection or a body refused. Closed, so that a reason can be a label of a metric. */
export const refusals = {
  overload:
    'Over capacity: the spool was full or could not be written, and its sender could not be made to wait',
  invalid: 'Not a valid event, or in a body with one that was refused as a whole',
  not_allowed: 'Its sender is not on the list of those that may send here',
  proxy_header: 'No proxy header where one is required, or one from somebody who may not send it',
  tls: 'The handshake failed, or the certificate of the sender was missing or not trusted',
  connections: 'As many connections were open as may be',
  rate: 'Its sender sent more in a second than may be',
  incomplete: 'Parts of it did not come in time, or too many waited for parts',
  corrupted: 'Its spool file was damaged on disk, and was set aside into spool/broken',
  store: 'The event store refused its spool file again and again, which was set aside into spool/refused',
  evicted: 'The spool was full and its policy is to drop the oldest',
} as const
export type Refusal = keyof typeof refusals

/**
 * What happened to the events of one source, or of all: received = stored + duplicates + dropped + tooOld + refused + inFlight.
 * Counts go on over restarts.
 */
export interface LedgerCounts {
  received: number
  /** In the store, as an event of its own. */
  stored: number
  /** In the store, counted with an earlier event. */
  duplicates: number
  /** By rules that say so. */
  dropped: number
  tooOld: number
  refused: number
  /** The same by reason; a reason that never was is absent. */
  refusals: Partial<Record<Refusal, number>>
  /** Received, and not in the store yet. */
  inFlight: number

  /** Connections and bodies that were refused as a whole, so that nobody knows how many events they had. */
  turnedAway: Partial<Record<Refusal, number>>
  /** Datagrams that the kernel dropped for want of room: never received. 0 where /proc/net/udp is not there. */
  udpDropped: number
  frameErrors: number
  truncated: number
  /** Extra fields that found no room as tags of their event, or were cut. */
  fieldsOmitted: number
  bytes: number
  /** Open at the moment. */
  connections: number
}

/** A listener by its name, or a protocol of HTTP. */
export interface SourceCounts extends LedgerCounts {
  source: string
}
