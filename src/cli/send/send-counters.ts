/** Counts of sent events. */
export class SendCounters {
  /** Passed to the network, or to a service that answered. */
  sent = 0
  bytes = 0
  /** Answered with success. Only HTTP has answers. */
  acknowledged = 0
  /** Answered with a refusal, or too long for a datagram. */
  refused = 0
  /** Unknown, since the connection was lost. */
  unsure = 0
  /** Bodies sent again after 429, 503 or a lost connection. */
  again = 0
  /** Text of the first refusal. */
  refusal: string | undefined

  refuse(events: number, reason: string): void {
    this.refused += events
    this.refusal ??= reason
  }
}
