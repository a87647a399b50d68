import type { EventBatch, ReadAccount } from '../../contract/event-store.ts'
import type { Lane } from './protocol.ts'

/** A statement sent to the engine, with the callbacks for its answer. */
export interface Statement {
  lane: Lane
  sql: string
  /** Maximum bytes of the answer. Default: maxAnswerBytes. */
  maxBytes?: number | undefined
  /** Already resent once, because the engine process exited while it ran. It is not resent again. */
  wasResent: boolean
  /** Adds up the cost of the read that the statement belongs to. */
  account: ReadAccount | undefined
  /** Called for each chunk; only in the lane `chunks`. */
  onChunk?: (chunk: EventBatch) => void
  /** Called with the whole answer; in the lane `chunks`, after the last chunk and without bytes. */
  onDone: (bytes: Uint8Array) => void
  onError: (error: unknown) => void
}

/**
 * Statements by id, in the order in which a restarted engine gets them: first all that are not in the lane
 * `long`, and of these the newest first. A statement that crashed the engine was probably sent shortly before
 * the crash, and a short one is answered soon. The quarantine runs suspects one at a time, so the order
 * decides how soon it finds the statement that crashes the engine.
 */
export function sortForResending(statements: ReadonlyMap<number, Statement>): [number, Statement][] {
  return [...statements].sort(([idA, a], [idB, b]) => {
    // Ids ascend, so a higher id is newer.
    return Number(a.lane === 'long') - Number(b.lane === 'long') || idB - idA
  })
}
