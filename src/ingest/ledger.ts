import type { IntakeCounters } from './intake.ts'
import { Receipts } from './receipts.ts'
import type { Parcel } from './spool/delivery.ts'

/**
 * Where every event went, since the start: received = stored + duplicates + dropped + outOfTime + refused + inFlight. An
 * event is in flight from when it was taken until the store has it.
 */
export class Ledger {
  /** The same by the second of receipt. */
  readonly receipts = new Receipts()
  received = 0
  outOfTime = 0
  /** By rules. */
  dropped = 0
  refused = 0
  frameErrors = 0
  truncated = 0
  bytes = 0
  connections = 0
  #stored = 0
  #duplicates = 0
  #inFlight = 0

  taken(): void {
    this.#inFlight++
  }

  delivered({ firsts, duplicates }: Parcel): void {
    this.#stored += firsts
    this.#duplicates += duplicates
    this.#inFlight -= firsts + duplicates
  }

  counters(udpDropped: number): IntakeCounters {
    return {
      received: this.received,
      stored: this.#stored,
      duplicates: this.#duplicates,
      dropped: this.dropped,
      outOfTime: this.outOfTime,
      refused: this.refused,
      inFlight: this.#inFlight,
      frameErrors: this.frameErrors,
      truncated: this.truncated,
      udpDropped,
      bytes: this.bytes,
      connections: this.connections,
    }
  }
}
