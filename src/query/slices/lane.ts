import { UserCounts } from './user-counts.ts'

/** A turn that waits for a slot. */
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
 * The slots of a lane and its waiting turns: users in the order of their next turn, each with a queue of
 * turns, final ones first. Long-running turns of one user never hold the last slot, so that other users do
 * not wait for minutes behind one user. Long-running turns of two users may.
 */
export class Lane {
  readonly #maxLongRunningEach: number
  #free: number
  /** Long-running turns that hold a slot. */
  readonly #longRunning = new UserCounts()
  readonly #waiting = new Map<number, QueuedTurn[]>()

  constructor(slots: number) {
    this.#free = slots
    this.#maxLongRunningEach = Math.max(1, slots - 1)
  }

  waitingOf(user: number): number {
    return this.#waiting.get(user)?.length ?? 0
  }

  /** Takes a slot if one is free for this turn. */
  tryAcquire(turn: TurnRequest): boolean {
    if (this.#free === 0 || !this.#mayRun(turn)) return false
    this.#free--
    if (turn.longRunning) this.#longRunning.add(turn.user, 1)
    return true
  }

  enqueue(turn: QueuedTurn): void {
    const turns = this.#waiting.get(turn.user)
    if (turns === undefined) this.#waiting.set(turn.user, [turn])
    else if (turn.isFinal) turns.splice(turns.filter(each => each.isFinal).length, 0, turn)
    else turns.push(turn)
  }

  cancel(turn: QueuedTurn): void {
    this.#setWaiting(turn.user, this.#waiting.get(turn.user)?.filter(each => each !== turn) ?? [])
  }

  /** Gives a slot back. The next user who can use it gets it, and goes to the end of the queue. */
  release({ user, longRunning }: TurnRequest): void {
    this.#free++
    if (longRunning) this.#longRunning.add(user, -1)
    const next = this.#next()
    if (next === undefined || !this.tryAcquire(next)) return
    const otherTurns = this.#waiting.get(next.user)?.filter(each => each !== next) ?? []
    this.#waiting.delete(next.user)
    this.#setWaiting(next.user, otherTurns)
    next.start()
  }

  /** Position of the first turn with this signal, 1 is the next; undefined when none waits. */
  positionOf(signal: AbortSignal): number | undefined {
    const queues = [...this.#waiting.values()]
    const positions = queues.flatMap((queue, i) => {
      const round = queue.findIndex(turn => turn.signal === signal)
      if (round === -1) return []
      // Every user has one turn a round; in this round, users before this one have had theirs.
      const turnsBefore = queues.map(({ length }, j) => Math.min(length, j < i ? round + 1 : round))
      return [1 + turnsBefore.reduce((sum, turns) => sum + turns, 0)]
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
    return !longRunning || this.#longRunning.of(user) < this.#maxLongRunningEach
  }

  #setWaiting(user: number, turns: QueuedTurn[]): void {
    if (turns.length > 0) this.#waiting.set(user, turns)
    else this.#waiting.delete(user)
  }
}
