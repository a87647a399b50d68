import type { SpoolBatch } from '../../schema/event/row.ts'
import type { Manifest } from '../ledger/ledger.ts'

/** Why the store did not take a spool file. */
export interface FileFailure {
  sequence: number
  message: string
  /** True: the store will never take this file. */
  isRefused: boolean
  /** The part of the store that has failed, such as a shard; '' for all of it. */
  part: string
}

/** Outcomes of a group of files. Files that are not listed are stored. */
export interface GroupOutcome {
  failed: readonly FileFailure[]
  /** Sequence numbers of files whose part of the store is slow; `SlowOutcome` waits for them. */
  slow: readonly number[]
}

export const allStored: GroupOutcome = { failed: [], slow: [] }

/**
 * Stores a group of spool files, each exactly once no matter how often it is given. Resolves when it can take
 * the next group. Rejects if it took no file.
 */
export type Sink = (batches: readonly SpoolBatch[]) => Promise<GroupOutcome>

/** Waits for a slow file: resolves with its failure, or undefined once stored. Called once per file. */
export type SlowOutcome = (sequence: number) => Promise<FileFailure | undefined>

/** A spool file on its way to the store. */
export interface SpooledFile {
  name: string
  bytes: number
  /** Description of the file for the store. Absent: `SpoolFolder.read` reads it right before the delivery. */
  batch?: SpoolBatch
  /** Its event counts, for the ledger. */
  manifest: Manifest
  /** When its first event was received, Unix milliseconds. Absent: by an earlier run. */
  receivedAt?: number
}
