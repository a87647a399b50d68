import type { EventBatch, ReadAccount } from '../store.ts'
import type { Lane } from './protocol.ts'

/** A statement that was given to the engine, and what is done with its answer. */
export interface Statement {
  lane: Lane
  sql: string
  /** Of the answer; by default that of every answer. */
  maxBytes?: number | undefined
  /** The engine process ended while it ran, and was given it once more. */
  retried: boolean
  account: ReadAccount | undefined
  /** Takes a chunk of an answer that comes in chunks. */
  chunk?: (chunk: EventBatch) => void
  /** Takes the answer, which is empty behind chunks. */
  done: (bytes: Uint8Array) => void
  fail: (error: unknown) => void
}

/** Short statements and late ones first: they are the likeliest to have ended the process, and are answered soonest. */
export function bySuspicion(statements: ReadonlyMap<number, Statement>): [number, Statement][] {
  return [...statements].sort(([a, { lane }], [b, other]) => {
    return Number(lane === 'long') - Number(other.lane === 'long') || b - a
  })
}
