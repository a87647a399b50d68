import type { ReadAccount } from '../store.ts'
import type { Lane } from './protocol.ts'

/** A statement that waits for its answer as a whole. */
export interface PendingStatement {
  lane: Exclude<Lane, 'pieces'>
  sql: string
  /** The engine process ended while it ran, and was given it once more. */
  retried: boolean
  account: ReadAccount | undefined
  resolve: (bytes: Uint8Array) => void
  reject: (error: unknown) => void
}

/** The order in which suspects are tried: what is short and began last is the likeliest to have ended the process, and soonest answered. */
export function bySuspicion(pending: ReadonlyMap<number, PendingStatement>): [number, PendingStatement][] {
  return [...pending].sort(([a, { lane }], [b, other]) => {
    return Number(lane === 'long') - Number(other.lane === 'long') || b - a
  })
}

/** Adds a statement that took so long to the account. */
export function charge(account: ReadAccount | undefined, seconds: number): void {
  if (account === undefined) return
  account.statements++
  account.time += seconds * 1000
}
