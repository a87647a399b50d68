import { Fault } from '../../schema/fault.ts'
import type { Read } from '../../storage/contract/event-store.ts'

/** How many reads run at the same time, and how many may wait. */
export interface FairQueueLimits {
  shortSlots: number
  longSlots: number
  /** Maximum turns that wait or pause, in both lanes together; further refusable turns are refused. */
  maxWaitingPerUser: number
}

/** Whose work waits for a turn, and in which lane. */
export interface QueuedWork {
  /** Id of the user. */
  user: number
  lane: Read['lane']
  signal: AbortSignal
  /** Whether it may be refused. Turns of an answer that has begun may not. */
  refusable: boolean
  /** Whether it is not sliced, and so may take minutes. */
  longRunning?: boolean
  /** Whether it is the last turn of an answer. */
  isFinal?: boolean
}

/** Lets a read give up its slot while it waits for something else. */
export type Slot = Required<Pick<Read, 'withoutSlot'>>

/**
 * Limits the reads of the store that run at once, and shares them fairly among users. A read runs at once if
 * its lane has a free slot. Otherwise waiting users take turns (see Lane), so that a user with many queries
 * does not delay others.
 */
export class FairQueue {
  readonly #maxWaiting: number
  readonly #lanes: Record<Read['lane'], Lane>
  /** Turns that have begun and now wait without a slot. */
  readonly #paused = new UserCounts()

  constructor(limits: FairQueueLimits) {
    this.#maxWaiting = limits.maxWaitingPerUser
    this.#lanes = { short: new Lane(limits.shortSlots), long: new Lane(limits.longSlots) }
  }

  /**
   * Runs the work when it is its turn. Rejects with the signal's reason if the signal fires before, and with
   * throttled if it is refused. Work may give up its slot to wait for something; it then resumes before the
   * user's work that has not begun.
   */
  async run<T>(request: QueuedWork, work: (slot: Slot) => Promise<T>): Promise<T> {
    request.signal.throwIfAborted()
    const { user, signal, refusable, longRunning = false, isFinal = false } = request
    const turn = { user, signal, longRunning, isFinal }
    const lane = this.#lanes[request.lane]
    // Paused turns hold no slot, so that free slots alone would let a user begin ever more turns. (A maximum
    // of 0 still lets turns run that need not wait.)
    const paused = this.#paused.of(user)
    if (refusable && paused > 0 && paused >= this.#maxWaiting) throw this.#throttled(user)
    if (!lane.tryAcquire(turn)) await this.#wait(lane, turn, refusable)
    let isHeld = true
    let isOver = false
    let regained: Promise<void> | undefined
    const releaseSlot = () => {
      if (isHeld) lane.release(turn)
      isHeld = false
    }
    // Waits like a final turn, before the user's turns that have not begun.
    const regainSlot = async () => {
      if (!lane.tryAcquire(turn)) await this.#wait(lane, { ...turn, isFinal: true }, false)
      isHeld = true
      // Another part of the work may have ended it meanwhile.
      if (isOver) releaseSlot()
    }
    const withoutSlot: Slot['withoutSlot'] = async until => {
      releaseSlot()
      this.#paused.add(user, 1)
      const value = await until.finally(() => this.#paused.add(user, -1))
      // Parts of the work may wait at the same time: the first part that resumes takes the slot for all.
      if (!isHeld && !isOver)
        regained ??= regainSlot().finally(() => {
          regained = undefined
        })
      await regained
      return value
    }
    try {
      return await work({ withoutSlot })
    } finally {
      isOver = true
      releaseSlot()
    }
  }

  /** Position of the first turn with this signal in its lane, 1 is the next; undefined if none waits. */
  positionOf(signal: AbortSignal): number | undefined {
    const { short, long } = this.#lanes
    return short.positionOf(signal) ?? long.positionOf(signal)
  }

  #wait(lane: Lane, request: TurnRequest, refusable: boolean): Promise<void> {
    const { user, signal } = request
    if (refusable && this.#waitingOf(user) >= this.#maxWaiting) return Promise.reject(this.#throttled(user))
    return new Promise((resolve, reject) => {
      const cancel = () => {
        lane.cancel(turn)
        reject(signal.reason)
      }
      const turn: QueuedTurn = {
        ...request,
        start: () => {
          signal.removeEventListener('abort', cancel)
          resolve()
        },
      }
      signal.addEventListener('abort', cancel, { once: true })
      lane.enqueue(turn)
    })
  }

  #waitingOf(user: number): number {
    const { short, long } = this.#lanes
    return short.waitingOf(user) + long.waitingOf(user) + this.#paused.of(user)
  }

  #throttled(user: number): Fault {
    const detail = `Request was throttled: ${this.#waitingOf(user)} parts of your queries are waiting.`
    return new Fault('throttled', { detail, retryAfter: 1 })
  }
}

/** A turn that waits for a slot. */
interface QueuedTurn {
  user: number
  signal: AbortSignal
  /** Whether it may hold its slot for minutes. */
  longRunning: boolean
  /** Whether it is the last turn of its answer. */
  isFinal: boolean
  start: () => void
}

type TurnRequest = Omit<QueuedTurn, 'start'>

/**
 * The slots of a lane and its waiting turns: users in the order of their next turn, each with a queue of
 * turns, final ones first. If there are several slots, one user's long-running turns never hold all of them,
 * so that others do not wait minutes behind one user. Long-running turns of two users may hold all slots.
 */
class Lane {
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

  /** Frees a slot. The next user who can use it gets it, and moves to the end of the queue. */
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

  /** Position of the first turn with this signal, 1 is the next; undefined if none waits. */
  positionOf(signal: AbortSignal): number | undefined {
    const queues = [...this.#waiting.values()]
    const positions = queues.flatMap((queue, i) => {
      const round = queue.findIndex(turn => turn.signal === signal)
      if (round === -1) return []
      // Each user gets one turn per round; users before this one get theirs first.
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

/** Counts by user. Users with count 0 take no memory. */
class UserCounts {
  readonly #counts = new Map<number, number>()

  of(user: number): number {
    return this.#counts.get(user) ?? 0
  }

  add(user: number, change: 1 | -1): void {
    const count = this.of(user) + change
    if (count > 0) this.#counts.set(user, count)
    else this.#counts.delete(user)
  }
}
