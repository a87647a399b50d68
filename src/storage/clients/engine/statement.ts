import type { EventBatch, ReadAccount } from '../../contract/event-store.ts'
import type { Lane } from './protocol.ts'

/** A statement sent to the engine, with the handlers of its answer. */
export interface Statement {
  lane: Lane
  sql: string
  /** Maximum bytes of the answer; by default the maximum of all answers. */
  maxBytes?: number | undefined
  /** Whether the engine process ended while the statement ran, and the statement was sent once more. */
  retried: boolean
  account: ReadAccount | undefined
  /** Takes a chunk of a chunked answer. */
  chunk?: (chunk: EventBatch) => void
  /** Takes the answer, which is empty after chunks. */
  done: (bytes: Uint8Array) => void
  fail: (error: unknown) => void
}

/**
 * Short and late statements first: they are the likeliest to have ended the process, and are answered
 * soonest.
 */
export function bySuspicion(statements: ReadonlyMap<number, Statement>): [number, Statement][] {
  return [...statements].sort(([a, { lane }], [b, other]) => {
    return Number(lane === 'long') - Number(other.lane === 'long') || b - a
  })
}
