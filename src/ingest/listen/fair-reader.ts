/**
 * Bytes of one sender that are read in a turn of the event loop before it waits for the others. A sender
 * alone reads more.
 */
const quantumBytes = 128 * 1024
const quantumAloneBytes = 1024 * 1024
/** Waiting senders that resume in each turn: few, because datagrams are read in every turn too. */
const maxResumedPerTurn = 2

/** The share of one sender, over all of its connections. */
export interface SenderShare {
  readonly sender: string
  connections: number
  /** Bytes read in the turn `turn`. */
  bytes: number
  turn: number
  /** Each callback resumes a waiting connection; the first waits longest. */
  readonly waiting: (() => void)[]
}

/**
 * Shares reading fairly among the senders of streams. A busy sender does not delay the others, no matter how
 * many connections it has.
 */
export class FairReader {
  readonly #senders = new Map<string, SenderShare>()
  /** Senders with waiting connections. */
  readonly #queue: SenderShare[] = []
  #turn = 0
  /** Number of senders that were read in this turn, and in the previous one. */
  #active = 0
  #activeBefore = 0
  #endDue = false

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

  /** Open connections of a sender. */
  connectionsOf(sender: string): number {
    return this.#senders.get(sender)?.connections ?? 0
  }

  /** Adds bytes read from a sender; returns whether its connection should wait for its next turn. */
  recordRead(share: SenderShare, bytes: number): boolean {
    if (share.turn !== this.#turn) {
      share.turn = this.#turn
      share.bytes = 0
      this.#active++
      this.#needEnd()
    }
    share.bytes += bytes
    const alone = this.#active === 1 && this.#activeBefore <= 1
    return share.bytes >= (alone ? quantumAloneBytes : quantumBytes)
  }

  /** Calls `resume` when it is the sender's turn again. */
  enqueue(share: SenderShare, resume: () => void): void {
    if (share.waiting.length === 0) this.#queue.push(share)
    share.waiting.push(resume)
    this.#needEnd()
  }

  #needEnd(): void {
    if (this.#endDue) return
    this.#endDue = true
    setImmediate(this.#end)
  }

  readonly #end = (): void => {
    this.#endDue = false
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
    if (this.#queue.length > 0) this.#needEnd()
  }
}
