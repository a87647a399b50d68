/** Bytes that are read from a sender in a turn of the event loop before it must wait for other senders. */
const quantumBytes = 128 * 1024
/** Replaces `quantumBytes` for a sender that was the only one read in this turn and in the previous one. */
const quantumAloneBytes = 1024 * 1024
/** Maximum senders that resume in a turn. Few, since datagrams are read between turns. */
const maxResumedPerTurn = 2

/** The bytes and waiting connections of one sender (address), over all of its connections. */
export interface SenderShare {
  readonly sender: string
  connections: number
  /** Bytes read in the turn with number `turn`, the last turn of the event loop that read the sender. */
  bytes: number
  /** -1 before the first. */
  turn: number
  /** Callbacks that resume waiting connections, in order. */
  readonly waiting: (() => void)[]
}

/**
 * Shares reading fairly among the senders of streams, so that a busy sender does not delay others, no matter
 * how many connections it has.
 */
export class FairReader {
  readonly #senders = new Map<string, SenderShare>()
  /** Senders with waiting connections. */
  readonly #queue: SenderShare[] = []
  /** Number of the current turn of the event loop. Turns in which no sender is read or waits do not count. */
  #turn = 0
  /** Number of senders that were read in the current turn of the event loop. */
  #active = 0
  /** Number of senders that were read in the previous turn. */
  #activeBefore = 0
  #isEndScheduled = false

  /** Open connections of all senders. */
  connections = 0

  /** Adds a connection of a sender; returns the sender's share. */
  addConnection(sender: string): SenderShare {
    const share = this.#senders.get(sender) ?? { sender, connections: 0, bytes: 0, turn: -1, waiting: [] }
    this.#senders.set(sender, share)
    share.connections++
    this.connections++
    return share
  }

  removeConnection(share: SenderShare): void {
    share.connections--
    this.connections--
    if (share.connections === 0) this.#senders.delete(share.sender)
  }

  connectionsOf(sender: string): number {
    return this.#senders.get(sender)?.connections ?? 0
  }

  /** Counts bytes read from a sender. Returns whether the caller must pause it and call `enqueue`. */
  recordRead(share: SenderShare, bytes: number): boolean {
    if (share.turn !== this.#turn) {
      share.turn = this.#turn
      share.bytes = 0
      this.#active++
      this.#scheduleEnd()
    }
    share.bytes += bytes
    const isAlone = this.#active === 1 && this.#activeBefore <= 1
    return share.bytes >= (isAlone ? quantumAloneBytes : quantumBytes)
  }

  /** Calls `resume` when the sender may be read again. */
  enqueue(share: SenderShare, resume: () => void): void {
    if (share.waiting.length === 0) this.#queue.push(share)
    share.waiting.push(resume)
    this.#scheduleEnd()
  }

  #scheduleEnd(): void {
    if (this.#isEndScheduled) return
    this.#isEndScheduled = true
    setImmediate(this.#endTurn)
  }

  readonly #endTurn = (): void => {
    this.#isEndScheduled = false
    this.#turn++
    this.#activeBefore = this.#active
    this.#active = 0
    for (let resumed = 0; resumed < maxResumedPerTurn; resumed++) {
      const share = this.#queue.shift()
      if (share === undefined) return
      const resume = share.waiting.shift()
      if (share.waiting.length > 0) this.#queue.push(share)
      resume?.()
    }
    if (this.#queue.length > 0) this.#scheduleEnd()
  }
}
