/** Bytes that are read of one sender in a turn of the event loop before it waits for the others; more when it is alone. */
const quantumBytes = 128 * 1024
const quantumAloneBytes = 1024 * 1024
/** Waiting senders that resume in each turn: few, because datagrams are read in every turn too. */
const maxResumedPerTurn = 2

/** The share of one sender, over all of its connections. */
export class SenderShare {
  readonly sender: string
  connections = 0
  /** Bytes read in turn `turn`. */
  bytes = 0
  turn = -1
  /** Resumes its waiting connections, in the order of waiting. */
  readonly waiting: (() => void)[] = []

  constructor(sender: string) {
    this.sender = sender
  }
}

/**
 * Reads all senders of streams alike: one that sends more, over however many connections, is read no more than the others while these
 * have something to read. Runs for each chunk, not for each line.
 */
export class FairReader {
  readonly #senders = new Map<string, SenderShare>()
  /** Senders with waiting connections. */
  readonly #queue: SenderShare[] = []
  #turn = 0
  /** Senders that were read in this turn, and in the one before. */
  #active = 0
  #activeBefore = 0
  #endDue = false

  /** Connections that are open, of all senders. */
  connections = 0

  /** Adds a connection of a sender; returns the sender's share. */
  addConnection(sender: string): SenderShare {
    let turns = this.#senders.get(sender)
    if (turns === undefined) {
      turns = new SenderShare(sender)
      this.#senders.set(sender, turns)
    }
    turns.connections++
    this.connections++
    return turns
  }

  removeConnection(turns: SenderShare): void {
    turns.connections--
    this.connections--
    if (turns.connections === 0) this.#senders.delete(turns.sender)
  }

  /** Open connections of a sender. */
  connectionsOf(sender: string): number {
    return this.#senders.get(sender)?.connections ?? 0
  }

  /** Adds bytes that were read of a sender; returns whether its connection should wait for its next turn. */
  recordRead(turns: SenderShare, bytes: number): boolean {
    if (turns.turn !== this.#turn) {
      turns.turn = this.#turn
      turns.bytes = 0
      this.#active++
      this.#needEnd()
    }
    turns.bytes += bytes
    const alone = this.#active === 1 && this.#activeBefore <= 1
    return turns.bytes >= (alone ? quantumAloneBytes : quantumBytes)
  }

  /** Calls `resume` when it is the sender's turn again. */
  enqueue(turns: SenderShare, resume: () => void): void {
    if (turns.waiting.length === 0) this.#queue.push(turns)
    turns.waiting.push(resume)
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
      const turns = this.#queue.shift()
      if (turns === undefined) return
      const resume = turns.waiting.shift()
      if (turns.waiting.length > 0) this.#queue.push(turns)
      resume?.()
    }
    if (this.#queue.length > 0) this.#needEnd()
  }
}
