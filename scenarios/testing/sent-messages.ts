/** What was sent in one stretch of a load, message by message. Every message is said once. */
export class SentMessages {
  /** Answered 200: each must be there exactly once, for ever. */
  readonly acknowledged = new Set<string>()
  /** Never answered: each may be there once. */
  readonly unacknowledged = new Set<string>()
  /** Syslog over TCP, by connection, in the order sent: a part from the beginning is there, or all. */
  readonly streams: Stream[] = []

  /** What is wrong with what the service has, each message with its occurrences; empty when it is right. */
  faultsOf(found: ReadonlyMap<string, number>): string[] {
    const faults: string[] = []
    for (const message of this.acknowledged) {
      const times = found.get(message) ?? 0
      if (times !== 1) faults.push(`acknowledged, there ${times} times: ${message}`)
    }
    const streamed = new Set<string>()
    for (const { messages, complete } of this.streams) {
      const missing = messages.findIndex(message => !found.has(message))
      if (missing !== -1 && complete) faults.push(`sent over TCP to the end, missing: ${messages[missing]}`)
      for (const [i, message] of messages.entries()) {
        streamed.add(message)
        if (missing !== -1 && i > missing && found.has(message)) {
          faults.push(`there although one before it in its stream is not: ${message}`)
        }
      }
    }
    for (const [message, times] of found) {
      if (times > 1) faults.push(`sent once, there ${times} times: ${message}`)
      if (this.acknowledged.has(message) || this.unacknowledged.has(message) || streamed.has(message))
        continue
      faults.push(`never sent: ${message}`)
    }
    return faults
  }
}

/** One connection of syslog over TCP. */
export interface Stream {
  messages: string[]
  /** The connection was ended by us, with all of it sent. */
  complete: boolean
}
