import { Fault } from '../../schema/fault.ts'
import type { Read } from '../../storage/store.ts'
import { Lane, type Taker, type Turn } from './lane.ts'

/** How many slices run at once, and how many may wait. */
export interface LaneLimits {
  short: number
  long: number
  /** Turns of one user that wait, both lanes together, before new ones are refused. */
  waiting: number
}

/** Who wants a turn, and where. */
export interface Want {
  user: number
  lane: Read['lane']
  signal: AbortSignal
  /** Refused when too much of the user waits already; parts of what has begun never are. */
  refusable: boolean
  /** It cannot be done in pieces and may take minutes. */
  lasting?: boolean
  /** The last turn of an answer. */
  concludes?: boolean
}

/**
 * Fair turns at the store. A slice runs at once when its lane has room; otherwise the users who wait take turns, each
 * user's slices in order (see Lane), so that one who asks much never stands in the way of the others.
 */
export class Lanes {
  readonly #waitingLimit: number
  readonly #lanes: Record<Read['lane'], Lane>

  constructor(limits: LaneLimits) {
    this.#waitingLimit = limits.waiting
    this.#lanes = { short: new Lane(limits.short), long: new Lane(limits.long) }
  }

  /**
   * Does the work when it is its turn. Rejects with the signal's reason when that fires while it waits, and with the
   * Fault throttled when it may be refused and is.
   */
  async run<T>(want: Want, work: () => Promise<T>): Promise<T> {
    want.signal.throwIfAborted()
    const { user, signal, lasting = false, concludes = false } = want
    const turn = { user, signal, lasting, concludes }
    const lane = this.#lanes[want.lane]
    if (!lane.take(turn)) await this.#wait(lane, turn, want.refusable)
    try {
      return await work()
    } finally {
      lane.release(turn)
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

  #wait(lane: Lane, wanted: Taker, refusable: boolean): Promise<void> {
    const { user, signal } = wanted
    const waiting = this.#lanes.short.waitingOf(user) + this.#lanes.long.waitingOf(user)
    if (refusable && waiting >= this.#waitingLimit) {
      const detail = `Request was throttled: ${waiting} parts of your queries wait already.`
      return Promise.reject(new Fault('throttled', { detail, retryAfter: 1 }))
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        lane.leave(turn)
        reject(signal.reason)
      }
      const turn: Turn = {
        ...wanted,
        start: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      lane.enter(turn)
    })
  }
}
