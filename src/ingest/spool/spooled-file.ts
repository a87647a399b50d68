import type { SpoolBatch } from '../../schema/event/row.ts'
import type { Manifest } from '../ledger/ledger.ts'

/** Takes spool files into the store, each exactly once no matter how often it is given. */
export type Sink = (batches: readonly SpoolBatch[]) => Promise<void>

/** A spool file on its way to the store. */
export interface SpooledFile {
  name: string
  bytes: number
  /** What the store needs to know of it; absent: `SpoolFolder.read` reads it right before the delivery. */
  batch?: SpoolBatch
  /** Its events, for the ledger. */
  manifest: Manifest
  /** When its first event was received, Unix milliseconds; absent: in an earlier run. */
  receivedAt?: number
}
