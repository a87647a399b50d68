import type { Read, ReadAccount } from '../../storage/contract/event-store.ts'
import type { ComputationDeps } from './computation.ts'
import type { CostProfile } from './cost-profile.ts'
import type { Slot } from './fair-queue.ts'

/** The members of a computation that turns need. */
interface TurnTaker {
  user: number
  signal: AbortSignal
  account?: ReadAccount
  question: { profile: CostProfile }
}

/** The turns of one computation at the store, with the times it spent. */
export class StoreTurns {
  readonly #computation: TurnTaker
  readonly #deps: ComputationDeps
  /** Whether the next turn may be refused; false once a turn has begun. */
  #isRefusable: boolean
  /** Milliseconds of work, without waiting. */
  spentMs = 0
  /** Milliseconds of waiting: for turns, and without the slot during a turn. */
  waitedMs = 0

  /** `isRefusable`: whether the first turn may be refused if too many turns of the user wait. */
  constructor(computation: TurnTaker, deps: ComputationDeps, isRefusable: boolean) {
    this.#computation = computation
    this.#deps = deps
    this.#isRefusable = isRefusable
  }

  /** Runs `ask` when it is its turn. `isFinal`: it is the last turn of its answer. */
  async run<T>(lane: Read['lane'], ask: (read: Read) => Promise<T>, { isFinal = false } = {}): Promise<T> {
    const { queue, timeouts, now } = this.#deps
    const { user, signal, account, question } = this.#computation
    const askedAt = now()
    const longRunning = question.profile.cost === 'whole' && lane === 'long'
    const turn = { user, lane, signal, refusable: this.#isRefusable, longRunning, isFinal }
    return await queue.run(turn, async slot => {
      this.#isRefusable = false
      let start = now()
      this.waitedMs += start - askedAt
      // Time without the slot is not work. Several parts of the work may wait at the same time.
      let waiting = 0
      let waitingSince = 0
      const withoutSlot: Slot['withoutSlot'] = async until => {
        if (waiting++ === 0) waitingSince = now()
        try {
          return await slot.withoutSlot(until)
        } finally {
          if (--waiting === 0) {
            this.waitedMs += now() - waitingSince
            start += now() - waitingSince
          }
        }
      }
      try {
        const timeout = timeouts[lane]
        return await ask({ signal, lane, timeout, withoutSlot, ...(account && { account }) })
      } finally {
        this.spentMs += now() - start
      }
    })
  }
}
