/** What came of sending, event by event. */
export class SendCounters {
  /** Handed to the network, or to a service that answered for them in some way. */
  sent = 0
  bytes = 0
  /** Answered with success. Only HTTP answers. */
  acknowledged = 0
  /** Answered with a refusal, or too long for a datagram. */
  refused = 0
  /** Nobody knows whether they arrived: the connection was lost. */
  unsure = 0
  /** Bodies that were put off (429, 503) or lost their connection, and were sent again. */
  again = 0
  /** The first refusal, in the other side's words. */
  refusal: string | undefined

  refuse(events: number, reason: string): void {
    this.refused += events
    this.refusal ??= reason
  }
}
