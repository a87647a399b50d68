/** Counts of sent events. */
export class SendCounters {
  /** Passed to the network. Over HTTP each event counts once, whatever the answer and the attempts. */
  sent = 0
  /** Bytes that were passed with the `sent` events. */
  bytes = 0
  /** Answered with success. Only HTTP has answers. */
  acknowledged = 0
  /** Answered with a refusal, or too long for a datagram. */
  refused = 0
  /** May or may not have arrived, since the connection was lost. */
  unsure = 0
  /** Attempts to send a body again, after 429, 503 or a lost connection. */
  retries = 0
  /** Text of the first refusal. */
  refusal: string | undefined

  refuse(events: number, reason: string): void {
    this.refused += events
    this.refusal ??= reason
  }
}
