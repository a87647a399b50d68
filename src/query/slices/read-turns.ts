import type { Read } from '../../storage/contract/event-store.ts'

/** Runs `ask` when the user gets a turn. Such reads alternate with the user's queries. */
export type ReadTurns = <T>(lane: Read['lane'], ask: (read: Read) => Promise<T>) => Promise<T>

/** Gives turns to a user, for reads that belong to no query. */
export interface TurnSource {
  /**
   * The user's reads end when the signal fires. `refusable`: a read rejects with the fault `throttled` while
   * too many turns of this user wait.
   */
  turnsOf(userId: number, signal: AbortSignal, options?: { refusable?: boolean }): ReadTurns
}
