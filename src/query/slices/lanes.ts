import { Fault } from '../../schema/fault.ts'
import type { Read } from '../../storage/store.ts'

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
}

interface Turn {
  start: () => void
}

/**
 * Fair turns at the store. A slice runs at once when its lane has room; otherwise the users who wait take turns, each
 * user's slices in order, so that one who asks much never stands in the way of the others.
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
    const turns = this.#lanes[want.lane]
    if (turns.free > 0) turns.free--
    else await this.#wait(turns, want)
    try {
      return await work()
    } finally {
      turns.release()
    }
  }

  #wait(lane: Lane, { user, signal, refusable }: Want): Promise<void> {
    const waiting = this.#lanes.short.waitingOf(user) + this.#lanes.long.waitingOf(user)
    if (refusable && waiting >= this.#waitingLimit) {
      const detail = `Request was throttled: ${waiting} parts of your queries wait already.`
      return Promise.reject(new Fault('throttled', { detail, retryAfter: 1 }))
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        lane.leave(user, turn)
        reject(signal.reason)
      }
      const turn: Turn = {
        start: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      lane.enter(user, turn)
    })
  }
}

class Lane {
  free: number
  /** In the order in which users have their next turn. */
  readonly #users = new Map<number, Turn[]>()

  constructor(slots: number) {
    this.free = slots
  }

  waitingOf(user: number): number {
    return this.#users.get(user)?.length ?? 0
  }

  enter(user: number, turn: Turn): void {
    const turns = this.#users.get(user)
    if (turns === undefined) this.#users.set(user, [turn])
    else turns.push(turn)
  }

  leave(user: number, turn: Turn): void {
    const others = this.#users.get(user)?.filter(each => each !== turn) ?? []
    if (others.length > 0) this.#users.set(user, others)
    else this.#users.delete(user)
  }

  /** Hands the slot to the next user, who then goes to the end of the line. */
  release(): void {
    const [next] = this.#users
    if (next === undefined) {
      this.free++
      return
    }
    const [user, [turn, ...later]] = next
    this.#users.delete(user)
    if (later.length > 0) this.#users.set(user, later)
    turn?.start()
  }
}
