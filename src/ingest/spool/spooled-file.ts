import type { SpoolBatch } from '../../schema/event/row.ts'
import type { Manifest } from '../ledger/ledger.ts'

/** Why the store did not take a spool file. */
export interface FileFailure {
  sequence: number
  message: string
  /** The store will never take the file. */
  isRefused: boolean
  /** The part of the store that failed, such as a shard. '' for the whole store: other files fail too. */
  part: string
}

/** Outcomes of a group of files. The files that it does not list are stored. */
export interface GroupOutcome {
  failed: readonly FileFailure[]
  /** Sequences of files whose part of the store is slow: `SlowOutcome` waits for their outcomes. */
  slow: readonly number[]
}

export const allStored: GroupOutcome = { failed: [], slow: [] }

/**
 * Takes spool files into the store, each exactly once no matter how often it is given. Resolves when it can
 * take the next group. Rejects when it took no file.
 */
export type Sink = (batches: readonly SpoolBatch[]) => Promise<GroupOutcome>

/** Resolves with the failure of a slow file, or with undefined once it is stored. Called once for each. */
export type SlowOutcome = (sequence: number) => Promise<FileFailure | undefined>

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
