/** The messages of one round of a load, each unique. */
export class SentMessages {
  /** Answered 200: each must be stored exactly once. */
  readonly acknowledged = new Set<string>()
  /** Not answered: each may be stored once. */
  readonly unacknowledged = new Set<string>()
  /** Syslog over TCP by connection, in the order sent: a prefix is stored, or all. */
  readonly streams: Stream[] = []

  /** Differences from the stored messages, given with their occurrences; empty if there are none. */
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
  /** We ended the connection, after everything was sent. */
  complete: boolean
}
