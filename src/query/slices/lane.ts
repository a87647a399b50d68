/** One turn that waits. */
export interface QueuedTurn {
  user: number
  signal: AbortSignal
  /** It may hold its slot for minutes. */
  longRunning: boolean
  /** It is the last turn of its answer. */
  isFinal: boolean
  start: () => void
}

export type TurnRequest = Omit<QueuedTurn, 'start'>

/**
 * The slots of a lane and who waits for them: users in the order of their next turn, each with turns of their own in order, those
 * that conclude an answer first: what is nearly there is not held up by what has not begun. Turns of one user that last never hold the
 * last slot, so that nobody waits for minutes behind one other person; those of two people may.
 */
export class Lane {
  readonly #lastingEach: number
  #free: number
  /** Turns that last and run, by user. */
  readonly #lasting = new Map<number, number>()
  readonly #waiting = new Map<number, QueuedTurn[]>()

  constructor(slots: number) {
    this.#free = slots
    this.#lastingEach = Math.max(1, slots - 1)
  }

  waitingOf(user: number): number {
    return this.#waiting.get(user)?.length ?? 0
  }

  /** Takes a slot when there is one for it at once. */
  tryAcquire(turn: TurnRequest): boolean {
    if (this.#free === 0 || !this.#mayRun(turn)) return false
    this.#free--
    if (turn.longRunning) this.#countLasting(turn.user, 1)
    return true
  }

  enqueue(turn: QueuedTurn): void {
    const turns = this.#waiting.get(turn.user)
    if (turns === undefined) this.#waiting.set(turn.user, [turn])
    else if (turn.isFinal) turns.splice(turns.filter(each => each.isFinal).length, 0, turn)
    else turns.push(turn)
  }

  cancel(turn: QueuedTurn): void {
    this.#keepWaiting(turn.user, this.#waiting.get(turn.user)?.filter(each => each !== turn) ?? [])
  }

  /** Gives a slot back: it goes to the next user who can use it, who then goes to the end of the line. */
  release({ user, longRunning }: TurnRequest): void {
    this.#free++
    if (longRunning) this.#countLasting(user, -1)
    const next = this.#next()
    if (next === undefined || !this.tryAcquire(next)) return
    const others = this.#waiting.get(next.user)?.filter(each => each !== next) ?? []
    this.#waiting.delete(next.user)
    this.#keepWaiting(next.user, others)
    next.start()
  }

  /** Which turn from now the first of those with this signal will have, 1 is the next; undefined when none of them waits. */
  positionOf(signal: AbortSignal): number | undefined {
    const lines = [...this.#waiting.values()]
    const positions = lines.flatMap((line, i) => {
      const round = line.findIndex(turn => turn.signal === signal)
      if (round === -1) return []
      // In each round every user has one turn; those who stand before this one have had theirs of this round too.
      const earlier = lines.map(({ length }, j) => Math.min(length, j < i ? round + 1 : round))
      return [1 + earlier.reduce((sum, turns) => sum + turns, 0)]
    })
    return positions.length === 0 ? undefined : Math.min(...positions)
  }

  #next(): QueuedTurn | undefined {
    for (const turns of this.#waiting.values()) {
      const turn = turns.find(each => this.#mayRun(each))
      if (turn !== undefined) return turn
    }
    return undefined
  }

  #mayRun({ user, longRunning }: TurnRequest): boolean {
    return !longRunning || (this.#lasting.get(user) ?? 0) < this.#lastingEach
  }

  #countLasting(user: number, change: 1 | -1): void {
    const running = (this.#lasting.get(user) ?? 0) + change
    if (running > 0) this.#lasting.set(user, running)
    else this.#lasting.delete(user)
  }

  #keepWaiting(user: number, turns: QueuedTurn[]): void {
    if (turns.length > 0) this.#waiting.set(user, turns)
    else this.#waiting.delete(user)
  }
}
