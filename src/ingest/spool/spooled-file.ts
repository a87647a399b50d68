import path from 'node:path'
import type { SpoolBatch } from '../../schema/event/row.ts'
import type { Manifest } from '../ledger/ledger.ts'
import type { RowNames } from './rows/row-names.ts'
import { sequenceOf } from './spool-name.ts'

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

/**
 * Waits for a slow file: resolves with its failure, or with undefined once it is stored. Called once for each
 * time that `GroupOutcome.slow` has the file.
 */
export type SlowOutcome = (sequence: number) => Promise<FileFailure | undefined>

/** A spool file as the store needs to know it. Only Delivery knows whether the store got it before. */
export type FileDescription = Omit<SpoolBatch, 'repeated'>

/** Describes the spool file at an absolute path, without its trigger matches. */
export function describeFile(
  file: string,
  contents: { rows: number; minutes: Iterable<number>; repeatMinutes: Iterable<number>; names: RowNames },
): FileDescription {
  const ascending = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b)
  return {
    file,
    sequence: sequenceOf(path.basename(file)) ?? 0,
    rows: contents.rows,
    minutes: ascending(contents.minutes),
    repeatMinutes: ascending(contents.repeatMinutes),
    names: contents.names.list(),
  }
}

/** A spool file on its way to the store. */
export interface SpooledFile {
  name: string
  bytes: number
  /** Absent: `SpoolFolder.read` describes the file right before the delivery. */
  description?: FileDescription
  /** Its event counts, for the ledger. */
  manifest: Manifest
  /** When its first event was received, Unix milliseconds. Absent: by an earlier run. */
  receivedAt?: number
}
