// A part of the store takes batches on its own: a shard of a cluster, or all of a store without shards.

/** Why a batch of an append was not stored. */
export interface BatchFailure {
  error: unknown
  /** Name of the part of the store that failed, such as `shard 2`; '' if the failure is not of one part. */
  part: string
}

/** The outcome of a batch of an append. */
export interface AppendOutcome {
  /** Resolves with undefined once the batch is stored. Never rejects. */
  ended: Promise<BatchFailure | undefined>
  /** Whether the batch waits for a slow part of the store, while another part stores batches promptly. */
  isHeld(): boolean
}

/** The outcomes of the batches of an append, in their order. */
export type AppendOutcomes = readonly AppendOutcome[]
