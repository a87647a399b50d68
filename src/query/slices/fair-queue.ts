import { Fault } from '../../schema/fault.ts'
import type { Read } from '../../storage/store.ts'
import { Lane, type QueuedTurn, type TurnRequest } from './lane.ts'

/** How many slices run at once, and how many may wait. */
export interface FairQueueLimits {
  shortSlots: number
  longSlots: number
  /** Turns of one user that wait, both lanes together, before new ones are refused. */
  maxWaitingPerUser: number
}

/** Who wants a turn, and where. */
export interface QueuedWork {
  user: number
  lane: Read['lane']
  signal: AbortSignal
  /** Refused when too much of the user waits already; parts of what has begun never are. */
  refusable: boolean
  /** It cannot be done in pieces and may take minutes. */
  longRunning?: boolean
  /** The last turn of an answer. */
  isFinal?: boolean
}

/** What a read needs to lend its slot to others. */
export type Slot = Required<Pick<Read, 'withoutSlot'>>

/**
 * Fair turns at the store. A slice runs at once when its lane has room; otherwise the users who wait take turns, each
 * user's slices in order (see Lane), so that one who asks much never stands in the way of the others.
 */
export class FairQueue {
  readonly #waitingLimit: number
  readonly #lanes: Record<Read['lane'], Lane>
  /** Turns that have begun and wait for something else than a slot, by user. */
  readonly #paused = new Map<number, number>()

  constructor(limits: FairQueueLimits) {
    this.#waitingLimit = limits.maxWaitingPerUser
    this.#lanes = { short: new Lane(limits.shortSlots), long: new Lane(limits.longSlots) }
  }

  /**
   * Does the work when it is its turn. Rejects with the signal's reason when that fires while it waits, and with the
   * Fault throttled when it may be refused and is. Work that waits for something else may lend its slot; it goes on when it has one
   * again, before what its user has not begun.
   */
  async run<T>(want: QueuedWork, work: (slot: Slot) => Promise<T>): Promise<T> {
    want.signal.throwIfAborted()
    const { user, signal, refusable, longRunning = false, isFinal = false } = want
    const turn = { user, signal, longRunning, isFinal }
    const lane = this.#lanes[want.lane]
    const paused = this.#paused.get(user) ?? 0
    if (refusable && paused > 0 && paused >= this.#waitingLimit) throw this.#throttled(user)
    if (!lane.tryAcquire(turn)) await this.#wait(lane, turn, refusable)
    let isHeld = true
    let isOver = false
    let coming: Promise<void> | undefined
    const give = () => {
      if (isHeld) lane.release(turn)
      isHeld = false
    }
    const takeAgain = async () => {
      if (!lane.tryAcquire(turn)) await this.#wait(lane, { ...turn, isFinal: true }, false)
      isHeld = true
      if (isOver) give()
    }
    const withoutSlot: Slot['withoutSlot'] = async until => {
      give()
      this.#countPaused(user, 1)
      const value = await until.finally(() => this.#countPaused(user, -1))
      // Parts of the work may wait at the same time: the first that goes on takes the slot for all.
      if (!isHeld && !isOver)
        coming ??= takeAgain().finally(() => {
          coming = undefined
        })
      await coming
      return value
    }
    try {
      return await work({ withoutSlot })
    } finally {
      isOver = true
      give()
    }
  }

  /**
   * How far away the next turn of what stops with this signal is: 1 is the next turn of all in its lane. undefined when nothing of it
   * waits.
   */
  positionOf(signal: AbortSignal): number | undefined {
    const { short, long } = this.#lanes
    return short.positionOf(signal) ?? long.positionOf(signal)
  }

  #wait(lane: Lane, wanted: TurnRequest, refusable: boolean): Promise<void> {
    const { user, signal } = wanted
    if (refusable && this.#waitingOf(user) >= this.#waitingLimit) return Promise.reject(this.#throttled(user))
    return new Promise((resolve, reject) => {
      const leave = () => {
        lane.cancel(turn)
        reject(signal.reason)
      }
      const turn: QueuedTurn = {
        ...wanted,
        start: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      lane.enqueue(turn)
    })
  }

  #waitingOf(user: number): number {
    const { short, long } = this.#lanes
    return short.waitingOf(user) + long.waitingOf(user) + (this.#paused.get(user) ?? 0)
  }

  #throttled(user: number): Fault {
    const detail = `Request was throttled: ${this.#waitingOf(user)} parts of your queries wait already.`
    return new Fault('throttled', { detail, retryAfter: 1 })
  }

  #countPaused(user: number, change: 1 | -1): void {
    const paused = (this.#paused.get(user) ?? 0) + change
    if (paused > 0) this.#paused.set(user, paused)
    else this.#paused.delete(user)
  }
}
