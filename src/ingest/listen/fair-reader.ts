/** Bytes that one sender is read for in a turn of the event loop before it has to wait for the others; alone, more. */
const quantumBytes = 128 * 1024
const quantumAloneBytes = 1024 * 1024
/** Senders that waited are read again one after the other, so many in each turn: datagrams are read in every turn too. */
const maxResumedPerTurn = 2

/** What one sender, however many connections it has, is read for. */
export class SenderShare {
  readonly sender: string
  connections = 0
  /** Bytes read in turn `turn`. */
  bytes = 0
  turn = -1
  /** Its connections that wait, the longest first. */
  readonly waiting: (() => void)[] = []

  constructor(sender: string) {
    this.sender = sender
  }
}

/**
 * Lets senders of streams have their turns: one that sends more than the others, over however many connections, is read no more
 * than they are while they have something to be read. On the path of chunks, not of lines.
 */
export class FairReader {
  readonly #senders = new Map<string, SenderShare>()
  /** Those that have connections which wait. */
  readonly #queue: SenderShare[] = []
  #turn = 0
  /** Senders that were read in this turn, and in the one before. */
  #active = 0
  #activeBefore = 0
  #endDue = false

  /** Connections that are open, of all senders. */
  connections = 0

  /** The turns of a sender, of which there is one connection more. */
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

  /** Notes that so many bytes of a sender were read; answers whether its connection should wait for its next turn. */
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

  /** Calls `resume` when the sender has its turn again. */
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
