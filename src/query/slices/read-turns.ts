import type { Read } from '../../storage/contract/event-store.ts'

/** Runs reads of the store alternating with the queries of a user. */
export type ReadTurns = <T>(lane: Read['lane'], ask: (read: Read) => Promise<T>) => Promise<T>

/** Gives turns to a user, for reads that belong to no query. */
export interface TurnSource {
  /**
   * Reads end when the signal fires. `refusable`: rejects with throttled while too many of this user's turns
   * wait.
   */
  turnsOf(userId: number, signal: AbortSignal, options?: { refusable?: boolean }): ReadTurns
}
